import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for Prometheus, each with its unit in the name. */
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
    callSeconds: fromZero(
      new Histogram({
        name: 'holdfast_call_seconds',
        help: 'Time from a call over HTTP to the end of its answer, by HTTP status; cut = the caller had gone before',
        labelNames: ['status'],
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers,
      }),
      [200, 500, 503],
    ),
    callsWaiting: looked(registers, 'holdfast_calls_waiting', 'Calls over HTTP that wait for their turn'),
    callsRefused: new Counter({
      name: 'holdfast_calls_refused_total',
      help: 'Calls over HTTP whose turn did not come in time',
      registers,
    }),
    sockets: new Gauge({ name: 'holdfast_sockets', help: 'Open sockets of people', registers }),
    links: new Gauge({ name: 'holdfast_gateway_links', help: 'Gateways linked to this process', registers }),
    leading: new Gauge({
      name: 'holdfast_relay_leading',
      help: '1 where this process handles what one does for all',
      registers,
    }),
    outboxLagSeconds: new Gauge({
      name: 'holdfast_outbox_lag_seconds',
      help: 'Age of the oldest outbox row whose turn has not come, 0 when none waits: cursors, work for all, and screens when many wait',
      registers,
    }),
    messages: new Counter({
      name: 'holdfast_gateway_messages_total',
      help: 'Gateway messages by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    mqttRefused: new Counter({
      name: 'holdfast_mqtt_refused_total',
      help: 'What was refused over MQTT, by reason',
      labelNames: ['reason'],
      registers,
    }),
    mqttConnections: new Gauge({
      name: 'holdfast_mqtt_connections',
      help: 'Gateways connected by MQTT, or the sessions held at an outer broker',
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
    ingestRefused: new Counter({
      name: 'holdfast_ingest_refused_total',
      help: 'Bodies of gateways not stored: full, share (of one sender), queue, database, stopping, malformed, too-large',
      labelNames: ['reason'],
      registers,
    }),
    ingestBytes: new Gauge({ name: 'holdfast_ingest_bytes', help: 'Bytes of telemetry in flight', registers }),
    ingestShare: new Gauge({
      name: 'holdfast_ingest_share_ratio',
      help: 'Part of its full speed that telemetry takes; less than 1 while people wait',
      registers,
    }),
    uplinks: new Counter({
      name: 'holdfast_uplinks_total',
      help: 'Events of LoRaWAN network servers by what became of them',
      labelNames: ['server', 'outcome'],
      registers,
    }),
    storageFull: new Counter({
      name: 'holdfast_storage_full_total',
      help: 'What could not be written because the disk of the database is full: an alarm as soon as it rises',
      registers,
    }),
    storageLow: new Gauge({
      name: 'holdfast_storage_low',
      help: '1 while the disk of the database is almost full, its ballast is given up and telemetry is taken slowly',
      registers,
    }),
    slowSockets: new Counter({
      name: 'holdfast_slow_sockets_total',
      help: 'Sockets dropped because they read too slowly',
      registers,
    }),
    messagesAway: new Gauge({
      name: 'holdfast_messages_away',
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

/** Starts these statuses at zero: Prometheus sees no increase in a counter that appears with its first event. */
function fromZero(seconds: Histogram<'status'>, statuses: readonly number[]): Histogram<'status'> {
  for (const status of statuses) seconds.zero({ status: String(status) })
  return seconds
}

/** A gauge that is read on demand. */
function looked(registers: Registry[], name: string, help: string) {
  let read = (): number => 0
  const gauge = new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
  return {
    gauge,
    look(how: () => number): void {
      read = how
    },
  }
}
