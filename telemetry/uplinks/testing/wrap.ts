import { readFileSync } from 'node:fs'

/** What a published codec makes of the bytes of a real sensor (see SOURCES.md). */
export interface Example {
  readonly id: number
  readonly vendor: string
  readonly model: string
  readonly fPort: number | null
  readonly bytes_base64: string
  readonly expected: Readonly<Record<string, unknown>> | null
}
export interface TtnBody {
  readonly event: string
  readonly body: Record<string, unknown>
}
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
export const examples = read('lorawan-examples.json') as Example[]
export const ttnBodies = read('ttn-bodies.json') as TtnBody[]

export interface Around {
  readonly devEui: string
  readonly at: string
  /** Distinguishes the uplinks of a device. */
  readonly count: number
  /** RSSI at the receiving radio gateways. */
  readonly rssi: readonly number[]
}

/** An uplink event of ChirpStack v4, as its JSON integration posts it with ?event=up. */
export function chirpstackUp(example: Example, { devEui, at, count, rssi }: Around): Record<string, unknown> {
  return {
    deduplicationId: `5541be9b-7205-405e-b0be-${String(count).padStart(12, '0')}`,
    time: nanos(at),
    deviceInfo: {
      tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
      tenantName: 'ChirpStack',
      applicationId: 'ca739e26-7b67-4f14-b69e-d568c22a5a75',
      applicationName: 'Sites',
      deviceProfileId: '605d08d4-65f5-4d2c-8a5a-3d2457662f79',
      deviceProfileName: `${example.vendor} ${example.model}`,
      deviceName: `sensor-${example.id}`,
      devEui: devEui.toLowerCase(),
      deviceClassEnabled: 'CLASS_A',
      tags: {},
    },
    devAddr: '00189440',
    adr: true,
    dr: 5,
    fCnt: count,
    fPort: example.fPort ?? 85,
    confirmed: false,
    data: example.bytes_base64,
    ...(example.expected && { object: example.expected }),
    rxInfo: rssi.map((one, place) => ({
      gatewayId: `0016c001f153a14${place}`,
      uplinkId: 4_217_106_255 + place,
      nsTime: nanos(at),
      rssi: one,
      snr: 7.5,
      context: 'E3OWOQ==',
      metadata: { region_config_id: 'eu868', region_common_name: 'EU868' },
      crcStatus: 'CRC_OK',
    })),
    txInfo: {
      frequency: 867_100_000,
      modulation: { lora: { bandwidth: 125_000, spreadingFactor: 7, codeRate: 'CR_4_5' } },
    },
    regionConfigId: 'eu868',
  }
}

/** An uplink of The Things Stack v3, as its webhooks post it; fields that are 0 or empty are left out. */
export function ttnUp(example: Example, { devEui, at, count, rssi }: Around): Record<string, unknown> {
  return {
    end_device_ids: {
      device_id: `sensor-${example.id}`,
      application_ids: { application_id: 'sites' },
      dev_eui: devEui,
      join_eui: '800000000000000C',
      dev_addr: '00BCB929',
    },
    correlation_ids: [`as:up:01E0WZGT6Y7657CPFPE5WEYDSQ-${count}`],
    received_at: nanos(at),
    uplink_message: {
      session_key_id: 'AXA50tHUGUucuzS/bCGMNw==',
      f_port: example.fPort ?? 85,
      ...(count > 0 && { f_cnt: count }),
      frm_payload: example.bytes_base64,
      ...(example.expected && { decoded_payload: example.expected }),
      rx_metadata: rssi.map((one, place) => ({
        gateway_ids: { gateway_id: `gtw${place}`, eui: `9C5C8E00001A05C${place}` },
        time: at,
        timestamp: 2_463_457_000,
        rssi: one,
        channel_rssi: one,
        snr: 5,
      })),
      settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 7 } }, frequency: '868300000' },
      consumed_airtime: '0.056576s',
      version_ids: {
        brand_id: example.vendor.toLowerCase(),
        model_id: example.model.toLowerCase(),
        band_id: 'EU_863_870',
      },
      received_at: nanos(at),
    },
  }
}

const nanos = (at: string): string => at.replace('Z', '585559Z')
