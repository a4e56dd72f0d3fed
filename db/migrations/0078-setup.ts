/** The checklist of an installation: who put it away, and which of its steps were done just now. */
export const up = `
CREATE TABLE setup_put_away (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  at      timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE setup_put_away IS 'Admins who do not want to see the checklist of setting up on their start page';

CREATE FUNCTION publish_setup_step(step text, done boolean) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (changes) VALUES (jsonb_build_array(jsonb_build_object(
    'kind', 'setup', 'id', step, 'version', nextval('change_version'), 'view', jsonb_build_object('done', done),
    'rooms', jsonb_build_array('all'))));
  SELECT pg_notify('outbox', '');
$$;

-- The first rows of a table, and the end of its last ones.
CREATE FUNCTION follow_setup_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  others boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id NOT IN (SELECT id FROM changed))', TG_TABLE_NAME) INTO others;
  IF NOT others THEN PERFORM publish_setup_step(TG_ARGV[0], TG_OP = 'INSERT'); END IF;
  RETURN NULL;
END $$;
${Object.entries({
  tenants: 'company',
  zones: 'zone',
  sites: 'site',
  gateways: 'gateway',
  devices: 'devices',
  tariffs: 'price',
  events: 'accessTime',
})
  .map(
    ([table, step]) => `
CREATE TRIGGER setup_step_done AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_setup_step('${step}');
CREATE TRIGGER setup_step_undone AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_setup_step('${step}');`,
  )
  .join('')}

CREATE FUNCTION follow_first_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM reservations WHERE state IN ('RESERVED', 'STORNO') AND id <> NEW.id) THEN
    PERFORM publish_setup_step('booking', true);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER setup_booked AFTER UPDATE OF state ON reservations
  FOR EACH ROW WHEN (NEW.state = 'RESERVED' AND OLD.state <> 'RESERVED') EXECUTE FUNCTION follow_first_booking();
CREATE TRIGGER setup_booked_at_once AFTER INSERT ON reservations
  FOR EACH ROW WHEN (NEW.state = 'RESERVED') EXECUTE FUNCTION follow_first_booking();
`
