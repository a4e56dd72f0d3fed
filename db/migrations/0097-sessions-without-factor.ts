/** Sessions know whether a second factor was proved; those without one end once it is required of their person. */
export const up = `
ALTER TABLE sessions ADD COLUMN second_factor boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN sessions.second_factor IS 'A passkey, one-time code or recovery code was used in it';

CREATE FUNCTION needs_second_factor(of_user integer, provider integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE r.kind
    WHEN 'Admin' THEN EXISTS (SELECT FROM settings WHERE key = 'admins-second-factor' AND value = 'true')
    WHEN 'Reservation Manager' THEN EXISTS (
      SELECT FROM user_tenants ut JOIN tenants t ON t.id = ut.tenant_id
      WHERE ut.user_id = u.id AND t.requires_second_factor AND t.id IS DISTINCT FROM provider)
    ELSE false END
  FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = of_user
$$;
COMMENT ON FUNCTION needs_second_factor IS 'Whether a second factor is required of a person whom the identity provider of this company (NULL = none) has signed in';

CREATE FUNCTION end_sessions_without_factor(of_users integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE ended integer[];
BEGIN
  WITH gone AS (
    UPDATE sessions s SET revoked_at = now()
    WHERE s.user_id = ANY (of_users) AND s.revoked_at IS NULL AND NOT s.second_factor
      AND needs_second_factor(s.user_id, s.provider_tenant_id)
    RETURNING s.user_id)
  SELECT array_agg(DISTINCT user_id) INTO ended FROM gone;
  IF cardinality(ended) > 500 THEN PERFORM pg_notify('rights', '{"all": true}');
  ELSIF ended IS NOT NULL THEN PERFORM pg_notify('rights', json_build_object('users', ended)::text);
  END IF;
END $$;

CREATE FUNCTION factor_of_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_sessions_without_factor(ARRAY(SELECT user_id FROM user_tenants WHERE tenant_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER factor_of_company AFTER UPDATE ON tenants FOR EACH ROW
  WHEN (NEW.requires_second_factor AND NOT OLD.requires_second_factor) EXECUTE FUNCTION factor_of_company();

CREATE FUNCTION factor_of_admins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_sessions_without_factor(
    ARRAY(SELECT u.id FROM users u JOIN roles r ON r.id = u.role_id WHERE r.kind = 'Admin'));
  RETURN NULL;
END $$;
CREATE TRIGGER factor_of_admins AFTER INSERT OR UPDATE ON settings FOR EACH ROW
  WHEN (NEW.key = 'admins-second-factor' AND NEW.value = 'true') EXECUTE FUNCTION factor_of_admins();

CREATE FUNCTION factor_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_sessions_without_factor(ARRAY(SELECT DISTINCT user_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER factor_insert AFTER INSERT ON user_tenants REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION factor_of_member();

CREATE FUNCTION factor_of_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_sessions_without_factor(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER factor_of_role AFTER UPDATE ON users FOR EACH ROW
  WHEN (NEW.role_id IS DISTINCT FROM OLD.role_id) EXECUTE FUNCTION factor_of_role();
`
