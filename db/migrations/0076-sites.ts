/** What views show of a site or its location has changed: every view is read again. */
export const up = `
CREATE FUNCTION follow_sites() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE to_jsonb(n) - '{version,modified_at,modified_by}'::text[] <> to_jsonb(o) - '{version,modified_at,modified_by}'::text[]) THEN
    PERFORM pg_notify('rights', '{"all": true, "again": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER follow_sites AFTER UPDATE ON sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_sites();
CREATE TRIGGER follow_locations AFTER UPDATE ON locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_sites();
`
