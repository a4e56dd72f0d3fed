import { describe, expect, it } from 'vitest'
import { deviceOf, networkOf } from './user-agent.ts'

const cases = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Windows'],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['curl/8.14.1', null, null],
  [null, null, null],
] as const

describe('sessions in words [ACC-13]', () => {
  it.each(cases)('%s', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }))

  it.each([
    ['127.0.0.1', 'this-computer'],
    ['::1', 'this-computer'],
    ['192.168.178.20', 'local'],
    ['172.20.1.1', 'local'],
    ['172.32.1.1', 'internet'],
    ['fe80::1', 'local'],
    ['fd12:3456::1', 'local'],
    ['2001:db8::1', 'internet'],
    ['203.0.113.9', 'internet'],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network))
})
