ALTER TABLE "orders" ADD COLUMN "surplus_refunded_agorot" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "orders" o SET "surplus_refunded_agorot" = least(r.back, greatest(0, o.due_agorot - CASE o.payment_method
    WHEN 'deposit' THEN least(o.total_agorot, coalesce((SELECT coalesce(p.taken_agorot, p.amount_agorot) FROM payments p
      WHERE p.order_uid = o.uuid AND p.status IN ('paid', 'partly_refunded', 'refunded') AND (p.review_reason IS NULL OR p.review_outcome = 'accepted')
      ORDER BY p.created_at LIMIT 1), o.due_agorot))
    ELSE o.total_agorot END))
  FROM (SELECT p.order_uid, sum(f.amount_agorot) AS back FROM refunds f JOIN payments p ON p.uuid = f.payment_uid
    WHERE f.status = 'done' GROUP BY p.order_uid) r
  WHERE r.order_uid = o.uuid AND o.payment_method <> 'financing';
