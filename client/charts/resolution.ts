/** Bucket lengths in words. */
export const steps = {
  '1m': '1 min',
  '5m': '5 min',
  '15m': '15 min',
  '1h': '1 h',
  '3h': '3 h',
  '6h': '6 h',
  '12h': '12 h',
  '1d': '24 h',
} as const
