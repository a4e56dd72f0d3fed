/** A renamed zone has its name in many views, which are all pushed again. */
export const up = `
CREATE OR REPLACE FUNCTION rights_of_changed_zones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id) WHERE n.name <> o.name) THEN
    PERFORM pg_notify('rights', '{"all": true, "again": true}');
  ELSIF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.tenant_id, n.private, n.readable_without_login) IS DISTINCT FROM (o.tenant_id, o.private, o.readable_without_login)) THEN
    PERFORM pg_notify('rights', '{"all": true}');
  END IF;
  RETURN NULL;
END $$;
`
