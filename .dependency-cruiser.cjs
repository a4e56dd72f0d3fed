/** Imports go one way: machines ← contract ← client; contract ← db ← telemetry ← server. */
const folders = ['machines', 'contract', 'db', 'telemetry', 'server', 'client', 'load-tests']
const may = {
  machines: [],
  contract: ['machines'],
  db: ['machines', 'contract'],
  telemetry: ['machines', 'contract', 'db'],
  server: ['machines', 'contract', 'db', 'telemetry'],
  client: ['machines', 'contract'],
  'load-tests': ['machines', 'contract'],
}
const test = '\\.test\\.tsx?$|/testing/|^server/flows/|^client/e2e/|^load-tests/(bench|load)/'

/** What others see of db/. */
const door =
  '^db/(connect|connection|sql|transaction|copy|clock|retry|circuit-breaker|outbox|history|migrate|outdated)\\.ts$|^db/(models|testing|embedded|seeds|migrations)/'

const direction = folders.map((from) => ({
  name: `direction-${from}`,
  comment: `${from}/ may import from ${[from, ...may[from]].join(', ')} only`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: test },
  to: { path: `^(${folders.filter((to) => to !== from && !may[from].includes(to)).join('|')})/` },
}))

module.exports = {
  forbidden: [
    ...direction,
    {
      name: 'direction-crowd',
      comment: 'load-tests/crowd/ runs in k6 and in a process of its own: it knows neither',
      severity: 'error',
      from: { path: '^load-tests/crowd/', pathNot: test },
      to: { path: '^load-tests/(?!crowd/)' },
    },
    {
      name: 'one-door',
      comment: 'outside of db/ the database is reached by the door only: no raw connection but that of the listener',
      severity: 'error',
      from: { pathNot: '^db/' },
      to: { path: '^db/', pathNot: door },
    },
    {
      name: 'one-raw-connection',
      severity: 'error',
      from: { pathNot: `^db/|^server/kernel/relay/listen\\.ts$|${test}` },
      to: { path: '^db/connection\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: `^contract/|${test}` },
      to: { circular: true },
    },
    {
      name: 'no-cycles-but-of-types',
      severity: 'error',
      from: { path: '^contract/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...Object.entries({ machines: 'xstate|zod|temporal-polyfill', contract: 'xstate|zod' }).map(([from, packages]) => ({
      name: `pure-${from}`,
      comment: `${from}/ runs in the browser too: nothing of node, and of packages only ${packages.replaceAll('|', ', ')}`,
      severity: 'error',
      from: { path: `^${from}/`, pathNot: test },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional'], pathNot: `^node_modules/(${packages})/` },
    })),
    {
      name: 'no-page-imports-a-page',
      comment: 'what two pages need stands in a room below them: client/devices, client/reservation, client/ui …',
      severity: 'error',
      from: { path: '^client/pages/([^/]+)/' },
      to: { path: '^client/pages/', pathNot: '^client/pages/$1/' },
    },
    {
      name: 'rooms-below-pages',
      comment: 'only the router and tests know pages',
      severity: 'error',
      from: { path: '^client/', pathNot: `^client/(pages/|router\\.tsx$)|${test}` },
      to: { path: '^client/pages/' },
    },
    {
      name: 'client-without-node',
      severity: 'error',
      from: { path: '^client/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-development-packages',
      comment: 'what runs in production may not come from devDependencies',
      severity: 'error',
      from: { path: `^(${folders.join('|')})/`, pathNot: `${test}|\\.config\\.ts$|^load-tests/k6/` },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'tests-stay-tests',
      comment: 'code that runs in production may not import tests or their helpers',
      severity: 'error',
      from: { path: `^(${folders.join('|')})/`, pathNot: test },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    exclude: { path: '^(dist|docs)/' },
  },
}
