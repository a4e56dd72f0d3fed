import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Libraries that change rarely get files of their own: the browser keeps them over releases. What a lazy page needs stays with that page. */
const chunks: { name: string; test: RegExp }[] = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'mantine', test: /node_modules[\\/](@mantine|@floating-ui)[\\/]/ },
]

export default defineConfig({
  root: 'client',
  base: '/',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // it would be an inline script, which the content security policy forbids
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
})
