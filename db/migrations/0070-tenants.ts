/** Contacts of companies; products and names of companies that change reach every open screen, and cameras of gateways. */
export const up = `
ALTER TABLE tenants
  ADD COLUMN commerce_email        text CHECK (char_length(commerce_email) <= 255),
  ADD COLUMN commerce_phone        text CHECK (char_length(commerce_phone) <= 45),
  ADD COLUMN project_manager_email text CHECK (char_length(project_manager_email) <= 255),
  ADD COLUMN project_manager_phone text CHECK (char_length(project_manager_phone) <= 45);
COMMENT ON COLUMN tenants.commerce_contact IS 'Name of the person; likewise project_manager_contact';
COMMENT ON COLUMN tenants.license_end IS 'The last day; a licence that is over is shown, and closes nothing by itself';

-- What somebody may do is shown by many views, which are all read again: products, their roles and names of roles.
CREATE OR REPLACE FUNCTION rights_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('rights', '{"all": true, "again": true}');
  RETURN NULL;
END $$;

-- Name and theme of a company are shown to its people.
CREATE FUNCTION rights_of_changed_tenants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o USING (id) WHERE (n.name, n.theme) IS DISTINCT FROM (o.name, o.theme)) THEN
    PERFORM pg_notify('rights', '{"all": true, "again": true}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rights_update AFTER UPDATE ON tenants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION rights_of_changed_tenants();

-- Whether cameras may open: gateways with offline caching at the sites of the company.
CREATE FUNCTION hand_out_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id)
  SELECT DISTINCT g.id FROM changed c JOIN products p ON p.id = c.product_id AND p.prefix = 'LPR'
    JOIN zones z ON z.tenant_id = c.tenant_id JOIN site_zones sz ON sz.zone_id = z.id
    JOIN devices d ON d.site_id = sz.site_id JOIN gateways g ON g.id = d.gateway_id
  WHERE g.allow_offline_caching;
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out_new AFTER INSERT ON product_tenants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hand_out_products();
CREATE TRIGGER hand_out_gone AFTER DELETE ON product_tenants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hand_out_products();
`
