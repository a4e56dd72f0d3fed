/** Rows that people edit have a version; an edit of an older one is refused. */
export const up = `
CREATE FUNCTION draw_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('change_version');
  RETURN NEW;
END $$;

-- Used by the migrations: SELECT keep_version('zones') adds the column and lets the database draw a version on every write.
CREATE FUNCTION keep_version(of_table regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ADD COLUMN version bigint NOT NULL DEFAULT 0', of_table);
  EXECUTE format('CREATE TRIGGER draw_version BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION draw_version()', of_table);
END $$;

SELECT keep_version(of_table::regclass) FROM unnest('{tenants,zones,locations,sites,device_types,device_access_methods,devices,barriers,
  documents,tariffs,events,products,announcements,codes}'::text[]) AS of_table;
`
