import type { Metric } from '../../contract/insight.ts'
import { formatUnit } from '../i18n/format.ts'

interface MetricFacts {
  readonly unit: string
  readonly digits: number
  /** Minimum height of the vertical range. */
  readonly least: number
  /** Marks only at whole numbers. */
  readonly whole: boolean
}

export const metricFacts: Readonly<Record<Metric, MetricFacts>> = {
  temperature: { unit: '°C', digits: 1, least: 4, whole: false },
  humidity: { unit: '%', digits: 0, least: 10, whole: false },
  supplyVoltage: { unit: 'V', digits: 2, least: 0.4, whole: false },
  rssi: { unit: 'dBm', digits: 0, least: 20, whole: false },
  rxTimeouts: { unit: '', digits: 0, least: 3, whole: true },
  retries: { unit: '', digits: 0, least: 3, whole: true },
}

/** '21,5 °C'; averages of counts keep a decimal. */
export function formatMetric(metric: Metric, value: number): string {
  const { unit, digits } = metricFacts[metric]
  return formatUnit(value, unit, Number.isInteger(value) ? 0 : Math.max(digits, 1)).trim()
}
