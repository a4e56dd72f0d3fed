export { default as changeNotificationSettings } from './change-notification-settings.ts'
export { default as notificationSettings } from './notification-settings.ts'
