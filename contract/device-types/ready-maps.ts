import type { FieldModel, FieldRule, NumberTarget } from './field-map.ts'

/**
 * Predefined maps for common sensors, after their published codecs. They are copied into a device type and changed
 * there.
 */
const number = (target: NumberTarget, path: string, rest: { scale?: number; except?: number[] } = {}): FieldRule => ({
  target,
  path,
  scale: rest.scale ?? 1,
  offset: 0,
  except: rest.except ?? [],
})
const when = (...paths: string[]): FieldModel['when'] => paths.map((path) => ({ path, is: [] }))
const occupied = (path: string): FieldRule => ({ target: 'status', path, values: { true: 'occupied', false: 'free' } })
const doorIs = (path: string, open: string, closed: string): FieldRule => ({
  target: 'door',
  path,
  values: { [open]: 'open', [closed]: 'closed' },
})
const button = (path: string, pressed: string): FieldRule => ({
  target: 'event',
  path,
  values: { [pressed]: 'button' },
})
const alarm = (path: string, bad: string, good: string): FieldRule => ({
  target: 'status',
  path,
  values: { [bad]: 'error', [good]: 'okay' },
})

export const readyMaps: readonly FieldModel[] = [
  {
    name: 'Bosch TPS110 parking sensor',
    when: when('occupied'),
    rules: [occupied('occupied'), number('temperature', 'temperature')],
  },
  {
    name: 'Dragino LDS02 door sensor',
    when: when('BAT_V', 'MOD'),
    rules: [number('supplyVoltage', 'BAT_V'), doorIs('DOOR_OPEN_STATUS', '1', '0')],
  },
  {
    name: 'Dragino LHT65, LHT65N',
    when: when('BatV', 'TempC_SHT'),
    rules: [
      number('temperature', 'TempC_SHT', { except: [327.67] }),
      number('humidity', 'Hum_SHT'),
      number('supplyVoltage', 'BatV'),
    ],
  },
  { name: 'Dragino LDDS75 distance sensor', when: when('Bat', 'Distance'), rules: [number('supplyVoltage', 'Bat')] },
  {
    name: 'Milesight WS301 door contact',
    when: [{ path: '$profile', is: ['WS301'] }],
    rules: [doorIs('door', 'open', 'close')],
  },
  {
    name: 'Milesight EM300, EM500',
    when: [{ path: '$profile', is: ['EM300', 'EM500'] }],
    rules: [
      number('temperature', 'temperature'),
      number('humidity', 'humidity'),
      alarm('leakage_status', 'leak', 'normal'),
    ],
  },
  {
    name: 'Browan TBDW100 door sensor',
    when: when('temperatureBoard', 'status'),
    rules: [doorIs('status', '1', '0'), number('temperature', 'temperatureBoard'), number('supplyVoltage', 'battery')],
  },
  {
    name: 'Browan MerryIoT DW10 door sensor',
    when: when('battery_volt', 'open'),
    rules: [
      doorIs('open', '1', '0'),
      number('temperature', 'temperature'),
      number('humidity', 'humi'),
      number('supplyVoltage', 'battery_volt'),
    ],
  },
  {
    name: 'Browan TBHH100 climate sensor',
    when: when('battery_volt', 'thh_type'),
    rules: [
      number('temperature', 'temperature'),
      number('humidity', 'humidity'),
      number('supplyVoltage', 'battery_volt'),
    ],
  },
  {
    name: 'TEKTELIC Smart Room',
    when: when('ambient_temperature'),
    rules: [
      number('temperature', 'ambient_temperature'),
      number('humidity', 'relative_humidity'),
      number('supplyVoltage', 'battery_voltage'),
    ],
  },
  {
    name: 'Decentlab',
    when: when('protocol_version', 'battery_voltage.value'),
    rules: [
      number('temperature', 'temperature.value'),
      number('temperature', 'temperature_at_level_0.value', { except: [-327.68] }),
      number('temperature', 'air_temperature.value'),
      number('humidity', 'air_humidity.value'),
      number('supplyVoltage', 'battery_voltage.value'),
    ],
  },
  {
    name: 'MClimate HT sensor',
    when: when('sensorTemperature'),
    rules: [
      number('temperature', 'sensorTemperature'),
      number('humidity', 'relativeHumidity'),
      number('supplyVoltage', 'batteryVoltage'),
    ],
  },
  {
    name: 'Vutility VoltDrop',
    when: when('capacitorVoltage', 'temperatureCelsius'),
    rules: [number('temperature', 'temperatureCelsius'), number('supplyVoltage', 'capacitorVoltage')],
  },
  {
    name: 'Yobiiq SD-1001 smoke detector',
    when: [{ path: 'deviceModel', is: ['SD-1001'] }],
    rules: [alarm('smokeAlarm', 'Alarm', 'Normal'), button('testButtonPressed', 'Pushed')],
  },
  {
    name: 'Yobiiq meters',
    when: [{ path: 'genericModel', is: ['DSMR', 'EM2101', 'EM4301'] }],
    rules: [{ target: 'status', path: 'powerEvent', values: { 'AC Power On': 'okay', 'AC Power Off': 'error' } }],
  },
  {
    name: 'Elsys ERS, ELT',
    when: when('temperature'),
    rules: [
      number('temperature', 'temperature'),
      number('humidity', 'humidity'),
      number('supplyVoltage', 'vdd', { scale: 0.001 }),
    ],
  },
]
