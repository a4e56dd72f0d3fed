/** Which column each field of a device is kept in. */
export const deviceColumns = {
  name: 'name',
  hardwareId: 'hardware_id',
  gatewayId: 'gateway_id',
  siteId: 'site_id',
  locationId: 'location_id',
  deviceTypeId: 'device_type_id',
  type: 'type',
  comment: 'comment',
  monitoring: 'monitoring',
  sendMail: 'send_mail',
  maintenanceState: 'maintenance_state',
  autoClose: 'auto_close',
  autoCloseGatetimeSec: 'auto_close_gatetime_s',
  autoCloseUnusedGatetimeSec: 'auto_close_unused_gatetime_s',
  isMandatory: 'is_mandatory',
  isOptional: 'is_optional',
  pathNumber: 'path_number',
  pathName: 'path_name',
  pathIcon: 'path_icon',
  sequenceNumber: 'sequence_number',
  postActionDelayMs: 'post_action_delay_ms',
  upperLeftXMm: 'upper_left_x_mm',
  upperLeftYMm: 'upper_left_y_mm',
  widthMm: 'width_mm',
  heightMm: 'height_mm',
} as const
export const barrierColumns = {
  description: 'description',
  pathNumber: 'path_number',
  type: 'type',
  siteId: 'site_id',
  gatewayId: 'gateway_id',
  deviceId: 'device_id',
} as const

/** The given fields by their columns; what was not given is left out, an empty text is none. */
export function columnsOf(
  fields: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) =>
      fields[field] === undefined ? [] : [[column, fields[field] === '' ? null : fields[field]]],
    ),
  )
}
