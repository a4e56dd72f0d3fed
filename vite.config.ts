import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { CodeSplittingGroup } from 'rolldown'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { compileTexts, textChunk } from './.ci/compile-texts.ts'
import { firstPaint } from './.ci/first-paint-plugin.ts'

/**
 * Few files for the first page. React changes rarely: in a file of its own it stays in the browser over our releases. What every page
 * needs is one file. What several pages share stands in files by who shares it; small ones join the nearest. What visitors book with
 * joins only its like: a few bytes that the administration shares would bring its forms along.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  { debugName: 'texts', name: textChunk, priority: 4 },
  { name: 'start', tags: ['$initial'], priority: 3 },
  {
    name: 'shared-booking',
    test: /[\\/](machines|contract[\\/]reservations|client[\\/](dates|i18n|reservation|pages[\\/]book))[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 8_000,
    priority: 2,
  },
  // Visitors see pictures, operators edit them: in a file of the latter, the search would bring their forms along.
  { name: 'picture', test: /[\\/]client[\\/]media[\\/]picture\.tsx$/, minShareCount: 2, priority: 3 },
  // Split by who shares it, the pages of guests' links would import each other's files in a circle and find schemas undefined.
  { name: 'guest', test: /[\\/](pages[\\/]guest|contract[\\/]eticket)/, minShareCount: 2, priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2_600, priority: 1 },
] satisfies CodeSplittingGroup[]

/** Files that never change are compressed once, here, and not by the server for each who asks. */
const compressed = compression({
  include: /^assets\/.*\.(js|css|svg)$/,
  threshold: 1_000,
  algorithms: [
    defineAlgorithm('gzip', { level: 9 }),
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  ],
})

export default defineConfig({
  root: 'client',
  base: '/',
  publicDir: 'public',
  plugins: [compileTexts(), firstPaint(), react(), compressed],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // it would be an inline script, which the content security policy forbids
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // A shared file bears the names of all who share it.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash][extname]`,
      },
    },
  },
})
