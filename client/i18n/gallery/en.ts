export default {
  title: 'Gallery of states',
  lead: 'Everything that devices, orders and ways can be, side by side. Nothing here exists and nothing can be ordered.',
  badges: 'States',
  orders: 'Orders',
  runs: 'Ways step by step',
  rows: 'On the smart remote',
  doors: 'On the open screen',
  plan: 'On the plan',
} as const
