import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** React changes rarely: in a file of its own it stays in the browser over our releases. Other libraries stay with the pages that use them. */
const chunks = [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }]

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
