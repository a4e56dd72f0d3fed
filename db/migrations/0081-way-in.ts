/** The last active administrator is never deactivated, given another role or deleted. */
export const up = `
CREATE FUNCTION keep_last_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM roles WHERE id = OLD.role_id AND kind = 'Admin') THEN RETURN NULL; END IF;
  -- The lock of keep_way_in: two transactions must not each leave the last way in to the other.
  PERFORM pg_advisory_xact_lock(hashtext('way-in-of-admins'));
  IF NOT EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id JOIN user_features f ON f.user_id = u.id
      WHERE r.kind = 'Admin' AND u.state = 'ACTIVE' AND f.feature = 'BASIC_ADM') THEN
    RAISE EXCEPTION 'administrators would have no way in' USING ERRCODE = 'check_violation', CONSTRAINT = 'way_in_of_admins';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_last_admin_update AFTER UPDATE OF state, role_id ON users FOR EACH ROW
  WHEN (OLD.state = 'ACTIVE' AND (NEW.state <> 'ACTIVE' OR NEW.role_id <> OLD.role_id)) EXECUTE FUNCTION keep_last_admin();
CREATE TRIGGER keep_last_admin_delete AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.state = 'ACTIVE') EXECUTE FUNCTION keep_last_admin();
`
