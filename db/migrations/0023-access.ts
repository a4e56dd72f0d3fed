/** Private zones open and close by codes, enrolments and e-mail lists: whatever changes that tells it as a change of rights (0021). */
export const up = `
CREATE TRIGGER rights_insert AFTER INSERT ON user_codes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_new_rows();
CREATE TRIGGER rights_update AFTER UPDATE ON user_codes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_moved_rows();
CREATE TRIGGER rights_delete AFTER DELETE ON user_codes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_old_rows();
CREATE TRIGGER rights_insert AFTER INSERT ON event_users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_new_rows();
CREATE TRIGGER rights_update AFTER UPDATE ON event_users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_moved_rows();
CREATE TRIGGER rights_delete AFTER DELETE ON event_users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_old_rows();
CREATE TRIGGER rights_insert AFTER INSERT ON blocked_users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_new_rows();
CREATE TRIGGER rights_update AFTER UPDATE ON blocked_users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_moved_rows();
CREATE TRIGGER rights_delete AFTER DELETE ON blocked_users REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_old_rows();

-- Whom a changed list lets in cannot be said by ids: everybody is asked again. A new access time without a list changes nobody's rights.
CREATE FUNCTION rights_of_new_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows WHERE email_whitelist IS NOT NULL) THEN
    PERFORM pg_notify('rights', '{"all": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_changed_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.zone_id, n.mode, n.email_whitelist, n.deleted_at) IS DISTINCT FROM (o.zone_id, o.mode, o.email_whitelist, o.deleted_at)) THEN
    PERFORM pg_notify('rights', '{"all": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_old_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM old_rows WHERE email_whitelist IS NOT NULL) THEN
    PERFORM pg_notify('rights', '{"all": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION rights_of_changed_zones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.tenant_id, n.private, n.readable_without_login) IS DISTINCT FROM (o.tenant_id, o.private, o.readable_without_login)) THEN
    PERFORM pg_notify('rights', '{"all": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rights_insert AFTER INSERT ON events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_new_events();
CREATE TRIGGER rights_update AFTER UPDATE ON events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_changed_events();
CREATE TRIGGER rights_delete AFTER DELETE ON events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_old_events();
CREATE TRIGGER rights_update AFTER UPDATE ON zones REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rights_of_changed_zones();
CREATE TRIGGER rights_change AFTER UPDATE OF zone_id, event_id ON codes FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();

-- Lists name addresses: a changed address counts too.
CREATE OR REPLACE FUNCTION rights_of_changed_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_rights(array(SELECT n.id FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.role_id, n.type, n.state, lower(n.email)) IS DISTINCT FROM (o.role_id, o.type, o.state, lower(o.email)) ORDER BY 1));
  RETURN NULL;
END $$;
`
