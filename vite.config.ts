import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { compileTexts, textChunk } from './client/i18n/compile-texts.ts'

/** React changes rarely: in a file of its own it stays in the browser over our releases. Other libraries stay with the pages that use them. */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { debugName: 'texts', name: textChunk },
]

/** Files that never change are compressed once, here, and not by the server for each who asks. */
const compressed = compression({
  include: /^assets\/.*\.(js|css|svg)$/,
  threshold: 1_000,
  algorithms: [
    defineAlgorithm('gzip', { level: 9 }),
    defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ],
})

export default defineConfig({
  root: 'client',
  base: '/',
  publicDir: 'public',
  plugins: [compileTexts(), react(), compressed],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // it would be an inline script, which the content security policy forbids
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
