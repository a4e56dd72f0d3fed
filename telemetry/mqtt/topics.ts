import { type MqttTopic, mqttRoot, mqttTopics } from '../../contract/gateway.ts'

const longest = 255

/** Returns the topic of a gateway. */
export function topicOf(hardwareId: string, topic: MqttTopic): string {
  return `${mqttRoot}/${hardwareId}/${topic}`
}

/** Returns the gateway and kind of a topic, or null for one of another protocol. */
export function readTopic(topic: string): { hardwareId: string; topic: MqttTopic } | null {
  if (!topic.startsWith(`${mqttRoot}/`)) return null
  const end = topic.lastIndexOf('/')
  const hardwareId = topic.slice(mqttRoot.length + 1, end)
  const last = mqttTopics.find((each) => each === topic.slice(end + 1))
  return last && speakable(hardwareId) ? { hardwareId, topic: last } : null
}

/** Whether a hardware id can be a level of a topic. Other gateways use HTTP or the link. */
export function speakable(hardwareId: string): boolean {
  return hardwareId.length <= longest && /^[^/+#\p{Cc}\p{Cs}]+$/u.test(hardwareId)
}
