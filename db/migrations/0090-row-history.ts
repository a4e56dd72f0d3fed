/** Who changed which row of an entity, when, and by which command: for histories, undo, and the bin. */
export const up = `
CREATE TABLE row_history (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           timestamptz NOT NULL DEFAULT now(),
  cause        text NOT NULL CHECK (char_length(cause) BETWEEN 1 AND 300),
  user_id      integer REFERENCES users ON DELETE SET NULL,
  entity       text NOT NULL CHECK (char_length(entity) <= 45),
  row_id       integer NOT NULL,
  other_entity text CHECK (char_length(other_entity) <= 45),
  other_id     integer,
  source       text NOT NULL CHECK (char_length(source) <= 63),
  leads        boolean NOT NULL,
  name         text,
  operation    text NOT NULL CHECK (operation IN ('add', 'edit', 'remove', 'restore')),
  before       jsonb,
  after        jsonb,
  veiled       text[] NOT NULL DEFAULT '{}',
  zone_ids     integer[] NOT NULL DEFAULT '{}',
  undone_by    text CHECK (char_length(undone_by) <= 300),
  emptied_at   timestamptz,
  CHECK ((other_entity IS NULL) = (other_id IS NULL))
);
CREATE INDEX row_history_cause ON row_history (cause, entity, row_id);
CREATE INDEX row_history_row ON row_history (entity, row_id, id);
CREATE INDEX row_history_other ON row_history (other_entity, other_id, id) WHERE other_entity IS NOT NULL;
CREATE INDEX row_history_user ON row_history (user_id, id) WHERE leads;
CREATE INDEX row_history_leads ON row_history (id) WHERE leads;
CREATE INDEX row_history_at ON row_history (at);
CREATE INDEX row_history_bin ON row_history (at) WHERE operation = 'remove' AND emptied_at IS NULL AND undone_by IS NULL;
COMMENT ON TABLE row_history IS 'Every change of a row that people edit, written by triggers: before and after hold the changed columns, the whole row when it was added or removed';
COMMENT ON COLUMN row_history.cause IS 'What wrote it: actor and id of a command as in table commands, a job, or system with the transaction';
COMMENT ON COLUMN row_history.other_entity IS 'The second owner of a link, for example the zone of a site';
COMMENT ON COLUMN row_history.source IS 'The table: that of the entity, or one of its links or stages';
COMMENT ON COLUMN row_history.leads IS 'The first one of its cause and row; lists show these, with the others as their details';
COMMENT ON COLUMN row_history.veiled IS 'Personal columns that changed; their values are not stored here';
COMMENT ON COLUMN row_history.zone_ids IS 'Zones to which the row belonged: who manages one of them may see this';
COMMENT ON COLUMN row_history.undone_by IS 'The cause that took this change back';
COMMENT ON COLUMN row_history.emptied_at IS 'When a removed row left the bin for good, with its values';

-- Zones to which a row belongs; scope says how they are found.
CREATE FUNCTION zones_of_row(scope text, of_row jsonb) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE scope
    WHEN 'id' THEN ARRAY[(of_row->>'id')::int]
    WHEN 'zone_id' THEN ARRAY[(of_row->>'zone_id')::int]
    WHEN 'site' THEN (SELECT array_agg(zone_id) FROM site_zones WHERE site_id = (of_row->>'id')::int)
    WHEN 'site_id' THEN (SELECT array_agg(zone_id) FROM site_zones WHERE site_id = (of_row->>'site_id')::int)
    WHEN 'tenant_id' THEN (SELECT array_agg(id) FROM zones WHERE tenant_id = (of_row->>'tenant_id')::int)
    WHEN 'device_id' THEN (SELECT array_agg(zone_id) FROM site_zones
      WHERE site_id = (SELECT site_id FROM devices WHERE id = (of_row->>'device_id')::int))
    WHEN 'event_id' THEN (SELECT ARRAY[zone_id] FROM events WHERE id = (of_row->>'event_id')::int)
    WHEN 'code_id' THEN (SELECT ARRAY[zone_id] FROM codes WHERE id = (of_row->>'code_id')::int)
    WHEN 'tariff_id' THEN (SELECT array_agg(z.id) FROM zones z JOIN tariffs t USING (tenant_id) WHERE t.id = (of_row->>'tariff_id')::int)
    WHEN 'user' THEN (SELECT array_agg(zone_id) FROM user_zones WHERE user_id = (of_row->>'id')::int)
  END, '{}')
$$;

-- The one argument: { entity, id, name: columns, scope, part, other: { entity, id }, never: columns that are not stored,
-- quiet: columns whose change is none, veiled: columns whose values are not stored, gone: column that says when it was deleted }.
CREATE FUNCTION write_row_history() RETURNS trigger LANGUAGE plpgsql SET TimeZone TO 'UTC' AS $$
DECLARE
  how jsonb := TG_ARGV[0];
  never text[] := ARRAY(SELECT jsonb_array_elements_text(how->'never')) || '{version,modified_at,shown_version}';
  quiet text[] := ARRAY(SELECT jsonb_array_elements_text(how->'quiet')) || '{modified_by}';
  hidden text[] := ARRAY(SELECT jsonb_array_elements_text(how->'veiled'));
  caused text := coalesce(nullif(current_setting('holdfast.cause', true), ''), 'system ' || pg_current_xact_id());
  part boolean := coalesce((how->>'part')::boolean, false);
  old_row jsonb; new_row jsonb; whole jsonb; changed text[]; did text := 'edit'; zones integer[]; first_one boolean;
BEGIN
  IF caused = 'none' THEN RETURN coalesce(OLD, NEW); END IF;
  IF TG_OP <> 'INSERT' THEN old_row := to_jsonb(OLD) - never; END IF;
  IF TG_OP <> 'DELETE' THEN new_row := to_jsonb(NEW) - never; END IF;
  whole := coalesce(new_row, old_row);
  zones := zones_of_row(how->>'scope', whole);
  IF TG_OP = 'UPDATE' THEN
    changed := ARRAY(SELECT key FROM jsonb_each(new_row) WHERE value IS DISTINCT FROM old_row->key
      AND key <> ALL (quiet));
    IF cardinality(changed) = 0 THEN RETURN NEW; END IF;
    zones := ARRAY(SELECT DISTINCT unnest(zones || zones_of_row(how->>'scope', old_row)));
    IF how->>'gone' = ANY (changed) THEN
      did := CASE WHEN new_row->>(how->>'gone') IS NULL THEN 'restore' ELSE 'remove' END;
    END IF;
    old_row := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(old_row) WHERE key = ANY (changed));
    new_row := (SELECT jsonb_object_agg(key, value) FROM jsonb_each(new_row) WHERE key = ANY (changed));
  ELSE
    changed := ARRAY(SELECT key FROM jsonb_each(whole) WHERE jsonb_typeof(value) <> 'null');
    IF NOT part THEN
      did := CASE WHEN TG_OP = 'DELETE' THEN 'remove' WHEN current_setting('holdfast.undo', true) = 'on' THEN 'restore' ELSE 'add' END;
    END IF;
  END IF;
  IF part THEN
    first_one := NOT EXISTS (SELECT FROM row_history h
      WHERE h.cause = caused AND h.entity = how->>'entity' AND h.row_id = (whole->>(how->>'id'))::int);
  ELSE
    first_one := NOT EXISTS (SELECT FROM row_history h
      WHERE h.cause = caused AND h.entity = how->>'entity' AND h.row_id = (whole->>(how->>'id'))::int AND h.source = TG_TABLE_NAME);
    IF first_one THEN
      -- A link that was written before it is one of its details.
      UPDATE row_history h SET leads = false WHERE h.cause = caused AND h.entity = how->>'entity' AND h.row_id = (whole->>(how->>'id'))::int;
    END IF;
  END IF;
  INSERT INTO row_history (cause, user_id, entity, row_id, other_entity, other_id, source, leads, name, operation, before, after, veiled, zone_ids)
  VALUES (caused, nullif(current_setting('holdfast.user', true), '')::int, how->>'entity', (whole->>(how->>'id'))::int,
    how->'other'->>'entity', (whole->>(how->'other'->>'id'))::int, TG_TABLE_NAME, first_one,
    (SELECT whole->>key FROM jsonb_array_elements_text(how->'name') WITH ORDINALITY AS n (key, place) WHERE whole->>key IS NOT NULL ORDER BY place LIMIT 1),
    did, old_row - hidden, new_row - hidden, ARRAY(SELECT unnest(hidden) INTERSECT SELECT unnest(changed)), zones);
  RETURN coalesce(OLD, NEW);
END $$;

-- Used by the migrations: SELECT keep_history('zones', '{"entity": "zone", …}'). only_of = the only columns whose update is looked at, for
-- tables with frequent writes.
CREATE FUNCTION keep_history(of_table regclass, how jsonb, only_of text[] DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  defaults jsonb := '{"id": "id", "name": [], "never": [], "quiet": [], "veiled": [], "scope": "none"}';
  written text := format('EXECUTE FUNCTION write_row_history(%L)', (defaults || how)::text);
BEGIN
  EXECUTE format('CREATE TRIGGER row_history_add AFTER INSERT ON %s FOR EACH ROW %s', of_table, written);
  -- Before: its links, by which its zones are found, go with it.
  EXECUTE format('CREATE TRIGGER row_history_remove BEFORE DELETE ON %s FOR EACH ROW %s', of_table, written);
  EXECUTE format('CREATE TRIGGER row_history_update AFTER UPDATE %s ON %s FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) %s',
    CASE WHEN only_of IS NULL THEN '' ELSE 'OF ' || array_to_string(only_of, ', ') END, of_table, written);
END $$;

SELECT keep_history('tenants', '{"entity": "tenant", "name": ["name"]}');
SELECT keep_history('zones', '{"entity": "zone", "name": ["name"], "scope": "id"}');
SELECT keep_history('locations', '{"entity": "location", "name": ["name", "address", "city"]}');
SELECT keep_history('sites', '{"entity": "site", "name": ["full_name", "name"], "scope": "site"}');
SELECT keep_history('gateways', '{"entity": "gateway", "name": ["name"], "never": ["last_message_at", "linked", "linked_at", "link_process",
    "silent_mail_at", "registry_version", "reservations_version", "reservations_acknowledged_version", "clock_ahead_ms", "simulated_until"]}',
  '{name,label,hardware_id,comment,premise_location,site_id,monitoring,maintenance_state,send_mail,allow_offline_caching}');
SELECT keep_history('devices', '{"entity": "device", "name": ["name"], "scope": "site_id", "gone": "retired_at"}');
SELECT keep_history('barriers', '{"entity": "barrier", "name": ["description"], "scope": "site_id", "quiet": ["status"]}');
SELECT keep_history('events', '{"entity": "event", "name": ["name"], "scope": "zone_id", "gone": "deleted_at"}');
SELECT keep_history('tariffs', '{"entity": "tariff", "name": ["name"], "scope": "tenant_id"}');
SELECT keep_history('device_types', '{"entity": "device-type", "name": ["display_name"], "quiet": ["field_map_version"]}');
SELECT keep_history('device_access_methods', '{"entity": "access-method", "name": ["display_name"]}');
SELECT keep_history('products', '{"entity": "product", "name": ["name"]}');
SELECT keep_history('codes', '{"entity": "code", "name": ["name"], "scope": "zone_id"}');
SELECT keep_history('roles', '{"entity": "role", "name": ["name"]}');
SELECT keep_history('users', '{"entity": "user", "scope": "user", "never": ["password_hash", "sso_issuer", "sso_subject", "full_name",
    "rights_version", "last_login_at"], "veiled": ["username", "email", "firstname", "lastname", "title", "gender", "address_line1",
    "address_line2", "zip", "city", "country", "landline_number", "mobile_number", "rm_contact_email", "rm_contact_phone_number",
    "additional_support_info"]}',
  '{username,email,firstname,lastname,title,gender,language,type,state,role_id,session_tenant_id,address_line1,address_line2,zip,city,country,
    landline_number,mobile_number,wants_sms,allow_maintenance_mails,allows_automatic_access,rm_contact_email,rm_contact_phone_number,initial_page,
    first_opened_zone_id,additional_support_info}');

SELECT keep_history('tariff_stages', '{"entity": "tariff", "id": "tariff_id", "part": true, "scope": "tariff_id"}');
SELECT keep_history('site_zones', '{"entity": "site", "id": "site_id", "part": true, "other": {"entity": "zone", "id": "zone_id"}, "scope": "zone_id"}');
SELECT keep_history('user_zones', '{"entity": "user", "id": "user_id", "part": true, "other": {"entity": "zone", "id": "zone_id"}, "scope": "zone_id"}');
SELECT keep_history('user_tenants', '{"entity": "user", "id": "user_id", "part": true, "other": {"entity": "tenant", "id": "tenant_id"}}');
SELECT keep_history('device_method_links', '{"entity": "device", "id": "device_id", "part": true, "other": {"entity": "access-method", "id": "access_method_id"}, "scope": "device_id"}');
SELECT keep_history('event_device_types', '{"entity": "event", "id": "event_id", "part": true, "other": {"entity": "device-type", "id": "device_type_id"}, "scope": "event_id"}');
SELECT keep_history('product_roles', '{"entity": "product", "id": "product_id", "part": true, "other": {"entity": "role", "id": "role_id"}}');
SELECT keep_history('product_tenants', '{"entity": "tenant", "id": "tenant_id", "part": true, "other": {"entity": "product", "id": "product_id"}}');

-- What goes with a removed row, and has no history otherwise: it comes back with the row.
CREATE FUNCTION keep_with_removed(of_table regclass, how jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE defaults jsonb := '{"part": true, "name": [], "never": [], "quiet": [], "veiled": [], "scope": "none"}';
BEGIN
  EXECUTE format('CREATE TRIGGER row_history_of_%s BEFORE DELETE ON %s FOR EACH ROW WHEN (pg_trigger_depth() > 0 AND OLD.%I IS NOT NULL)
    EXECUTE FUNCTION write_row_history(%L)', how->>'entity', of_table, how->>'id', (defaults || how)::text);
END $$;
SELECT keep_with_removed('user_codes', '{"entity": "code", "id": "code_id", "other": {"entity": "user", "id": "user_id"}}');
SELECT keep_with_removed('site_plans', '{"entity": "site", "id": "site_id"}');
SELECT keep_with_removed('media', '{"entity": "site", "id": "site_id"}');
SELECT keep_with_removed('media', '{"entity": "location", "id": "location_id"}');
SELECT keep_with_removed('tenant_hosts', '{"entity": "tenant", "id": "tenant_id"}');
`
