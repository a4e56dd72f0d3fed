/** The profile: its version, plates that cameras can read, and when an account may end. */
export const up = `
-- Draws a version only when people see a difference: not for a login, not for rights.
ALTER TABLE users ADD COLUMN version bigint NOT NULL DEFAULT 0;
CREATE TRIGGER draw_version_of_new BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION draw_version();
CREATE TRIGGER draw_version BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.username, OLD.email, OLD.firstname, OLD.lastname, OLD.title, OLD.gender, OLD.type, OLD.state, OLD.role_id, OLD.address_line1,
      OLD.address_line2, OLD.zip, OLD.city, OLD.country, OLD.landline_number, OLD.mobile_number, OLD.allows_automatic_access, OLD.rm_contact_email,
      OLD.rm_contact_phone_number, OLD.initial_page, OLD.first_opened_zone_id, OLD.additional_support_info)
    IS DISTINCT FROM (NEW.username, NEW.email, NEW.firstname, NEW.lastname, NEW.title, NEW.gender, NEW.type, NEW.state, NEW.role_id, NEW.address_line1,
      NEW.address_line2, NEW.zip, NEW.city, NEW.country, NEW.landline_number, NEW.mobile_number, NEW.allows_automatic_access, NEW.rm_contact_email,
      NEW.rm_contact_phone_number, NEW.initial_page, NEW.first_opened_zone_id, NEW.additional_support_info))
  EXECUTE FUNCTION draw_version();
COMMENT ON COLUMN users.version IS 'Rises with every change of what the profile shows; a change of plates draws one too';

-- Not valid for rows from before: they stay as they are.
ALTER TABLE licence_plates ADD CONSTRAINT licence_plates_readable
  CHECK (normalized ~ '^[A-Z0-9ÁÄÅÆÉÐÍÓÕÖØÞÚÜÝČĆĐŠŽ]{2,12}$') NOT VALID;

-- An account ends only without credit and without open reservations, and then gets no new one.
CREATE FUNCTION keep_open_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM accounts WHERE user_id = NEW.id AND balance_cents <> 0) THEN
    RAISE EXCEPTION 'the account has credit' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_without_credit';
  END IF;
  IF EXISTS (SELECT FROM reservations WHERE user_id = NEW.id AND parent_id IS NULL AND ends_at > now()
      AND (state = 'RESERVED' OR state = 'CREATED' AND held_until > now())) THEN
    RAISE EXCEPTION 'the account has reservations' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_without_reservations';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_open_account AFTER UPDATE OF state ON users FOR EACH ROW
  WHEN (NEW.state = 'DEACTIVATED' AND OLD.state <> 'DEACTIVATED') EXECUTE FUNCTION keep_open_account();
CREATE FUNCTION refuse_inactive_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND state = 'DEACTIVATED') THEN
    RAISE EXCEPTION 'the account is inactive' USING ERRCODE = 'check_violation', CONSTRAINT = 'reservations_of_active_people';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse_inactive_account BEFORE INSERT ON reservations FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND NEW.parent_id IS NULL AND NEW.state IN ('CREATED', 'RESERVED'))
  EXECUTE FUNCTION refuse_inactive_account();
`
