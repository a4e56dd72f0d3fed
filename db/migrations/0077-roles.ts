/** Roles are added and edited by people. Each works like one of the four of the portal, which stay. */
export const up = `
ALTER TABLE roles
  ADD COLUMN kind         text,
  ADD COLUMN created_by   integer REFERENCES users ON DELETE SET NULL,
  ADD COLUMN modified_by  integer REFERENCES users ON DELETE SET NULL,
  ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
ALTER TABLE roles DISABLE TRIGGER stamp_modified_at;
UPDATE roles SET kind = CASE WHEN name IN ('Admin', 'Reservation Manager', 'Visitor', 'Support') THEN name ELSE 'Visitor' END;
ALTER TABLE roles ENABLE TRIGGER stamp_modified_at;
ALTER TABLE roles ALTER COLUMN kind SET NOT NULL,
  ADD CHECK (kind IN ('Admin', 'Reservation Manager', 'Visitor', 'Support'));
COMMENT ON COLUMN roles.kind IS 'The role of the portal that it works like: what its people see and may do beyond features';
SELECT keep_version('roles');

CREATE FUNCTION keep_standard_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the role % stays as it is', OLD.name USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_standard';
END $$;
CREATE TRIGGER keep_standard BEFORE DELETE ON roles FOR EACH ROW WHEN (OLD.name = OLD.kind) EXECUTE FUNCTION keep_standard_roles();
CREATE TRIGGER keep_standard_name BEFORE UPDATE OF name ON roles FOR EACH ROW
  WHEN (OLD.name = OLD.kind AND NEW.name <> OLD.name) EXECUTE FUNCTION keep_standard_roles();
CREATE TRIGGER keep_kind BEFORE UPDATE OF kind ON roles FOR EACH ROW
  WHEN (NEW.kind <> OLD.kind) EXECUTE FUNCTION keep_standard_roles();

CREATE OR REPLACE FUNCTION keep_way_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One after another: two transactions must not each leave the last way in to the other.
  PERFORM pg_advisory_xact_lock(hashtext('way-in-of-admins'));
  IF NOT EXISTS (SELECT FROM products p JOIN product_roles pr ON pr.product_id = p.id JOIN roles r ON r.id = pr.role_id
      WHERE p.prefix = 'BASIC_ADM' AND p.basic AND r.name = 'Admin')
    OR EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE r.kind = 'Admin' AND u.state = 'ACTIVE')
      AND NOT EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id JOIN user_features f ON f.user_id = u.id
        WHERE r.kind = 'Admin' AND u.state = 'ACTIVE' AND f.feature = 'BASIC_ADM') THEN
    RAISE EXCEPTION 'administrators would have no way in' USING ERRCODE = 'check_violation', CONSTRAINT = 'way_in_of_admins';
  END IF;
  RETURN NULL;
END $$;

-- A role may be barred from having tenants or zones. Who gives one and who bars the role wait for each other.
CREATE FUNCTION check_role_may_have(users integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('roles-may-have'));
  IF EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ANY (check_role_may_have.users)
    AND (NOT r.can_have_tenants AND EXISTS (SELECT FROM user_tenants WHERE user_id = u.id)
      OR NOT r.can_have_zones AND EXISTS (SELECT FROM user_zones WHERE user_id = u.id))) THEN
    RAISE EXCEPTION 'the role may not have this' USING ERRCODE = 'check_violation', CONSTRAINT = 'roles_may_have';
  END IF;
END $$;
CREATE FUNCTION check_role_of_new_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_role_may_have(array(SELECT DISTINCT user_id FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER role_may_have AFTER INSERT ON user_tenants REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION check_role_of_new_rows();
CREATE TRIGGER role_may_have AFTER INSERT ON user_zones REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION check_role_of_new_rows();

CREATE FUNCTION check_new_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_role_may_have(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER role_may_have AFTER UPDATE OF role_id ON users FOR EACH ROW WHEN (NEW.role_id <> OLD.role_id) EXECUTE FUNCTION check_new_role();

CREATE FUNCTION check_barred_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('roles-may-have'));
  PERFORM check_role_may_have(array(SELECT id FROM users WHERE role_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER may_have AFTER UPDATE OF can_have_tenants, can_have_zones ON roles FOR EACH ROW
  WHEN (OLD.can_have_tenants AND NOT NEW.can_have_tenants OR OLD.can_have_zones AND NOT NEW.can_have_zones)
  EXECUTE FUNCTION check_barred_role();

-- The name of a role stands on the screens of its people.
CREATE TRIGGER rights_of_texts AFTER UPDATE OF translations ON roles FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();
`
