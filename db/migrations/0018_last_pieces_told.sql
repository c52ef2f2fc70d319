-- Pages that are kept say how many pieces are left when there are three or fewer, so that each of these counts is told as well.
CREATE OR REPLACE TRIGGER tell_change AFTER UPDATE OF stock, price_agorot, deleted_price_agorot, active ON variants FOR EACH ROW
WHEN ((least(OLD.stock, 4), OLD.price_agorot, OLD.deleted_price_agorot, OLD.active) IS DISTINCT FROM (least(NEW.stock, 4), NEW.price_agorot, NEW.deleted_price_agorot, NEW.active))
EXECUTE FUNCTION tell_product_change();
