/** Folders: what two of them need of each other belongs into one below both. Tests go where they like, and are left out. */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      scope: 'folder',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^(dist|docs|node_modules)/|\\.test\\.tsx?$|/testing(/|$)|^server/(flows|faults)/|^client/e2e/' },
  },
}
