export default {
  free: 'free of charge',
  path: 'Path: {name}',
  'refund.free': 'Free of charge; you can cancel until {until}.',
  'refund.fullThenHalf': 'Cancel until {until}: {full} back, later {half}.',
  'refund.full': 'Cancel until {until}: {full} back.',
  'refund.half': 'Cancel until {until}: {half} back.',
  'refund.none': 'No money back: the time has begun.',
} as const
