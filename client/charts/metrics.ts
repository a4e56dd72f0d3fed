import type { Metric } from '../../contract/insight.ts'
import { formatUnit } from '../i18n/format.ts'

interface MetricFacts {
  readonly unit: string
  readonly digits: number
  /** The vertical range is at least this wide. */
  readonly least: number
}

export const metricFacts: Readonly<Record<Metric, MetricFacts>> = {
  temperature: { unit: '°C', digits: 1, least: 4 },
  humidity: { unit: '%', digits: 0, least: 10 },
  supplyVoltage: { unit: 'V', digits: 2, least: 0.4 },
  rssi: { unit: 'dBm', digits: 0, least: 20 },
  rxTimeouts: { unit: '', digits: 0, least: 4 },
  retries: { unit: '', digits: 0, least: 4 },
}

/** '21,5 °C'; averages of counts keep a digit. */
export function formatMetric(metric: Metric, value: number): string {
  const { unit, digits } = metricFacts[metric]
  return formatUnit(value, unit, Number.isInteger(value) ? 0 : Math.max(digits, 1)).trim()
}
