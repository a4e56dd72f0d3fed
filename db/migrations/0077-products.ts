/** Products are edited by people: their texts are translated, cameras follow, and administrators keep a way in. */
export const up = `
ALTER TABLE products
  ADD COLUMN created_by   integer REFERENCES users ON DELETE SET NULL,
  ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';

-- The administration stays open: the role Admin has the feature BASIC_ADM, and so does at least one active administrator if there is any.
CREATE FUNCTION keep_way_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One after another: two transactions must not each leave the last way in to the other.
  PERFORM pg_advisory_xact_lock(hashtext('way-in-of-admins'));
  IF NOT EXISTS (SELECT FROM products p JOIN product_roles pr ON pr.product_id = p.id JOIN roles r ON r.id = pr.role_id
      WHERE p.prefix = 'BASIC_ADM' AND p.basic AND r.name = 'Admin')
    OR EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id WHERE r.name = 'Admin' AND u.state = 'ACTIVE')
      AND NOT EXISTS (SELECT FROM users u JOIN roles r ON r.id = u.role_id JOIN user_features f ON f.user_id = u.id
        WHERE r.name = 'Admin' AND u.state = 'ACTIVE' AND f.feature = 'BASIC_ADM') THEN
    RAISE EXCEPTION 'administrators would have no way in' USING ERRCODE = 'check_violation', CONSTRAINT = 'way_in_of_admins';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_way_in AFTER DELETE OR UPDATE ON product_roles FOR EACH STATEMENT EXECUTE FUNCTION keep_way_in();
CREATE TRIGGER keep_way_in AFTER DELETE OR UPDATE OF prefix, basic ON products FOR EACH STATEMENT EXECUTE FUNCTION keep_way_in();

-- Whether cameras may open: gateways with offline caching are given their reservations again.
CREATE FUNCTION hand_out_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reservation_handouts (gateway_id) SELECT id FROM gateways WHERE allow_offline_caching;
  RETURN NULL;
END $$;
CREATE TRIGGER hand_out_changed AFTER UPDATE OF prefix, basic ON products FOR EACH ROW
  WHEN ((OLD.prefix = 'LPR' OR NEW.prefix = 'LPR') AND (OLD.prefix, OLD.basic) IS DISTINCT FROM (NEW.prefix, NEW.basic))
  EXECUTE FUNCTION hand_out_changed_products();
CREATE TRIGGER hand_out_added AFTER INSERT ON products FOR EACH ROW
  WHEN (NEW.prefix = 'LPR' AND NEW.basic) EXECUTE FUNCTION hand_out_changed_products();

-- A product that is added for everybody unlocks its feature at once.
CREATE TRIGGER rights_of_new AFTER INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION rights_of_all();

-- Their texts in the other languages; nobody has changed the products.
ALTER TABLE products DISABLE TRIGGER stamp_modified_at;
UPDATE products p SET translations = jsonb_build_object(
  'de', jsonb_build_object('name', t.de_name, 'name.of', p.name, 'description', t.de, 'description.of', p.description),
  'fr', jsonb_build_object('name', t.fr_name, 'name.of', p.name, 'description', t.fr, 'description.of', p.description),
  'it', jsonb_build_object('name', t.it_name, 'name.of', p.name, 'description', t.it, 'description.of', p.description))
FROM (VALUES
  ('BASIC', 'Basis', 'Profil und Startseite, für alle',
    'Base', 'Profil et page d’accueil, pour tous', 'Base', 'Profilo e pagina iniziale, per tutti'),
  ('BASIC_VIS', 'Basis für Besucher', 'Reservierungen suchen, buchen und nutzen',
    'Base visiteur', 'Rechercher, réserver et utiliser ses réservations', 'Base visitatore', 'Cercare, prenotare e usare le prenotazioni'),
  ('BASIC_RM', 'Basis für Reservierungsmanager', 'Zonen, Standorte, Zugangszeiten, Benutzer und Reservierungen verwalten',
    'Base gestionnaire', 'Gérer zones, sites, plages d’accès, utilisateurs et réservations',
    'Base gestore', 'Gestire zone, siti, orari di accesso, utenti e prenotazioni'),
  ('BASIC_ADM', 'Basis für Administratoren', 'Administration des Portals',
    'Base administrateur', 'Administration du portail', 'Base amministratore', 'Amministrazione del portale'),
  ('BASIC_SUP', 'Basis für den Support', 'Support-Seite', 'Base support', 'Page de support', 'Base supporto', 'Pagina di supporto'),
  ('SMART_REMOTE', 'Smart Remote', 'Die Geräte eines Standorts sehen und steuern',
    'Smart Remote', 'Voir et commander les appareils d’un site', 'Smart Remote', 'Vedere e comandare i dispositivi di un sito'),
  ('SMART_REMOTE_PLUS', 'Smart Remote Plus', 'Smart Remote mit Reservierungen',
    'Smart Remote Plus', 'Smart Remote avec réservations', 'Smart Remote Plus', 'Smart Remote con prenotazioni'),
  ('BLOCK_USERS', 'Benutzer sperren', 'Besucher in einer Zone sperren',
    'Blocage d’utilisateurs', 'Bloquer des visiteurs dans une zone', 'Blocco utenti', 'Bloccare visitatori in una zona'),
  ('CUSTOMER_API', 'Kunden-API', 'Schlüssel und Dokumentation der Kunden-API',
    'API client', 'Clés et documentation de l’API client', 'API cliente', 'Chiavi e documentazione dell’API cliente'),
  ('RESERVATION_DISPLAY', 'Reservierungsanzeige', 'Premium-Kunden-API für Anzeigen',
    'Affichage des réservations', 'API client premium pour les afficheurs', 'Display delle prenotazioni', 'API cliente premium per i display'),
  ('LPR', 'Kennzeichenerkennung', 'Kameras öffnen für das gebuchte Kennzeichen',
    'Lecture de plaques', 'Les caméras ouvrent pour la plaque réservée', 'Lettura targhe', 'Le telecamere aprono per la targa prenotata'),
  ('GPS', 'GPS-Erkennung', 'Zugang nach Position', 'Reconnaissance GPS', 'Accès selon la position', 'Riconoscimento GPS', 'Accesso in base alla posizione'),
  ('SMS', 'SMS', 'Nachrichten per SMS', 'SMS', 'Messages par SMS', 'SMS', 'Messaggi via SMS'),
  ('PAYMENT', 'Bezahlung', 'Kostenpflichtige Reservierungen, Rechnungen, Kostenstellen',
    'Paiement', 'Réservations payantes, factures, centres de coûts', 'Pagamento', 'Prenotazioni a pagamento, fatture, centri di costo'),
  ('MAINTENANCE', 'Wartung', 'Wartungszeiträume mit Umbuchung',
    'Maintenance', 'Périodes de maintenance avec déplacement des réservations', 'Manutenzione', 'Periodi di manutenzione con spostamento delle prenotazioni')
) AS t (prefix, de_name, de, fr_name, fr, it_name, it)
WHERE p.prefix = t.prefix;
ALTER TABLE products ENABLE TRIGGER stamp_modified_at;
`
