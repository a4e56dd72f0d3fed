import { describe, expect, it } from 'vitest'
import { readyMaps } from '../../../contract/device-types/ready-maps.ts'
import { draftOf, newModel, newRule, parseDrafts } from './draft.ts'

describe('a field map as it is typed [GW-7]', () => {
  it('means what it was made from, for every ready map', () => {
    expect(parseDrafts(readyMaps.map(draftOf)).map).toEqual({ models: readyMaps })
  })

  it('takes a comma as decimal point, spaces and empty lines', () => {
    const rule = { ...newRule('supplyVoltage'), path: ' vdd ', scale: ' 0,001', except: '327,67, -1;4 5' }
    const door = { ...newRule('door'), path: 'd', values: '\n yes = open \n\n a = b = closed' }
    const model = { ...newModel(), name: ' One ', when: '$profile = A, B\n\n vdd ', rules: [rule, door] }
    expect(parseDrafts([model]).map?.models).toEqual([
      {
        name: 'One',
        when: [
          { path: '$profile', is: ['A', 'B'] },
          { path: 'vdd', is: [] },
        ],
        rules: [
          { target: 'supplyVoltage', path: 'vdd', scale: 0.001, offset: 0, except: [327.67, -1, 4, 5] },
          { target: 'door', path: 'd', values: { yes: 'open', 'a = b': 'closed' } },
        ],
      },
    ])
  })

  it.each([
    ['no name', { name: ' ' }, { path: 'models.0.name', problem: 'missing' }],
    ['no path', { rules: [newRule()] }, { path: 'models.0.rules.0.path', problem: 'missing' }],
    [
      'a word as factor',
      { rules: [{ ...newRule(), path: 'p', scale: 'x' }] },
      { path: 'models.0.rules.0.scale', problem: 'number' },
    ],
    [
      'a word among exceptions',
      { rules: [{ ...newRule(), path: 'p', except: '1, x' }] },
      { path: 'models.0.rules.0.except', problem: 'number' },
    ],
    [
      'no values',
      { rules: [{ ...newRule('status'), path: 'p' }] },
      { path: 'models.0.rules.0.values', problem: 'values' },
    ],
    [
      'an unknown state',
      { rules: [{ ...newRule('status'), path: 'p', values: '1 = taken' }] },
      { path: 'models.0.rules.0.values', problem: 'values' },
    ],
    [
      'a value without a meaning',
      { rules: [{ ...newRule('door'), path: 'p', values: '0 = closed\nopen' }] },
      { path: 'models.0.rules.0.values', problem: 'values' },
    ],
    [
      'a meaning without a value',
      { rules: [{ ...newRule('door'), path: 'p', values: '= open' }] },
      { path: 'models.0.rules.0.values', problem: 'values' },
    ],
    [
      'a value that means two things',
      { rules: [{ ...newRule('door'), path: 'p', values: '1 = open\n1 = closed' }] },
      { path: 'models.0.rules.0.values', problem: 'values' },
    ],
    [
      'numbers with too many commas',
      { rules: [{ ...newRule(), path: 'p', except: '1,2,3' }] },
      { path: 'models.0.rules.0.except', problem: 'number' },
    ],
    ['no rules', { rules: [] }, { path: 'models.0.rules', problem: 'missing' }],
  ])('with %s says where', (_, rest, fault) => {
    const good = { ...newModel(), name: 'One', rules: [{ ...newRule(), path: 't' }] }
    expect(parseDrafts([good]).faults).toEqual([])
    expect(parseDrafts([{ ...good, ...rest }])).toEqual({ map: null, faults: [fault] })
  })
})
