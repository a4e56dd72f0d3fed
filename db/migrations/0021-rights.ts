/** Whatever changes rights tells every process by itself, on the channel 'rights', when it commits: no verb can forget it. */
export const up = `
-- Users by id, or all of them when a notice would be too long for NOTIFY (8,000 bytes).
CREATE FUNCTION tell_rights(users integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('rights', (CASE WHEN cardinality(users) > 500 THEN jsonb_build_object('all', true) ELSE jsonb_build_object('users', users) END)::text)
  WHERE cardinality(users) > 0
$$;

CREATE FUNCTION rights_of_new_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_rights(array(SELECT DISTINCT user_id FROM new_rows ORDER BY 1));
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_old_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_rights(array(SELECT DISTINCT user_id FROM old_rows ORDER BY 1));
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_moved_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_rights(array(SELECT user_id FROM old_rows UNION SELECT user_id FROM new_rows ORDER BY 1));
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_rights(array(SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.role_id, n.type, n.state) IS DISTINCT FROM (o.role_id, o.type, o.state) ORDER BY 1));
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', '{"all": true}');
  RETURN NULL;
END $$;

-- A site that changes zones keeps everybody's rooms and changes what belongs to them: all views are read again.
CREATE FUNCTION rights_of_sites() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', '{"all": true, "again": true}');
  RETURN NULL;
END $$;

CREATE TRIGGER rights_insert AFTER INSERT ON user_zones REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_new_rows();
CREATE TRIGGER rights_update AFTER UPDATE ON user_zones REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_moved_rows();
CREATE TRIGGER rights_delete AFTER DELETE ON user_zones REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_old_rows();
CREATE TRIGGER rights_insert AFTER INSERT ON user_tenants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_new_rows();
CREATE TRIGGER rights_update AFTER UPDATE ON user_tenants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_moved_rows();
CREATE TRIGGER rights_delete AFTER DELETE ON user_tenants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_old_rows();
CREATE TRIGGER rights_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_changed_users();
CREATE TRIGGER rights_change AFTER INSERT OR UPDATE OR DELETE ON product_roles FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();
CREATE TRIGGER rights_change AFTER INSERT OR UPDATE OR DELETE ON product_tenants FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();
CREATE TRIGGER rights_change AFTER UPDATE OF prefix, basic OR DELETE ON products FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();
CREATE TRIGGER rights_change AFTER UPDATE OF name ON roles FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();
CREATE TRIGGER rights_change AFTER INSERT OR UPDATE OR DELETE ON site_zones FOR EACH STATEMENT EXECUTE FUNCTION rights_of_sites();
`
