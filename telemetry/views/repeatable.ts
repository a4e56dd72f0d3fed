/**
 * SQL: actions of device d that may be repeated although it is already in that state, because no access method that offers
 * them forbids it (rule C-8).
 */
export const repeatable = `array(SELECT way FROM device_method_links l JOIN device_access_methods m ON m.id = l.access_method_id
  CROSS JOIN LATERAL unnest(m.attributes) AS way WHERE l.device_id = d.id AND way IN ('open', 'close')
  GROUP BY way HAVING NOT bool_or(m.disable_control_when_in_state) ORDER BY way)`
