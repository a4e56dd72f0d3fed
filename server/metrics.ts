import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Figures for Prometheus, each with its unit in the name. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    commands: new Counter({
      name: 'holdfast_commands_total',
      help: 'Commands by name and outcome',
      labelNames: ['name', 'outcome'],
      registers,
    }),
    commandSeconds: new Histogram({
      name: 'holdfast_command_seconds',
      help: 'Time from envelope to answer',
      labelNames: ['name'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'holdfast_sockets', help: 'Open sockets of people', registers }),
    links: new Gauge({ name: 'holdfast_gateway_links', help: 'Gateways linked to this process', registers }),
    outboxLagSeconds: new Gauge({
      name: 'holdfast_outbox_lag_seconds',
      help: 'Age of the outbox row pushed last',
      registers,
    }),
    messages: new Counter({
      name: 'holdfast_gateway_messages_total',
      help: 'Gateway messages by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    ingestQueue: new Gauge({
      name: 'holdfast_ingest_queue_messages',
      help: 'Messages waiting for the database',
      registers,
    }),
    ingestSeconds: new Histogram({
      name: 'holdfast_ingest_batch_seconds',
      help: 'Time of one write transaction of ingest',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    slowSockets: new Counter({
      name: 'holdfast_slow_sockets_total',
      help: 'Sockets dropped because they read too slowly',
      registers,
    }),
    noticesAway: new Gauge({
      name: 'holdfast_notices_away',
      help: '1 while the mail server or the SMS gateway is away and only tried now and then',
      labelNames: ['channel'],
      registers,
    }),
    ticks: new Counter({
      name: 'holdfast_ticks_total',
      help: 'Periodic work by name and outcome',
      labelNames: ['name', 'outcome'],
      registers,
    }),
  }
}
