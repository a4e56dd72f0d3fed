/** What a reservation opens may hang on several gateways: its doors and barriers have its PIN and plate too. */
export const up = `
CREATE OR REPLACE FUNCTION hand_out_reservations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM devices d JOIN gateways g ON g.id = d.gateway_id
  WHERE g.allow_offline_caching
    AND (TG_OP <> 'INSERT' AND d.id = OLD.device_id
      OR TG_OP <> 'DELETE' AND d.id = NEW.device_id
      OR TG_OP = 'UPDATE' AND d.id IN (SELECT device_id FROM reservations WHERE parent_id = NEW.id AND state = 'RESERVED'));
  RETURN NULL;
END $$;
`
