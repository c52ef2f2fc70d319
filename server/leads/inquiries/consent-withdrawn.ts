/** Whether the phone's account has taken back since what was agreed to with the inquiry `l`: its last word counts. */
export const CONSENT_WITHDRAWN = `(l.marketing_consent and coalesce((
  select not k.given from consents k join customers a on a.uuid = k.customer_uid
  where a.store_uid = l.store_uid and a.phone = l.phone and k.kind = 'marketing' and k.created_at > l.created_at
  order by k.created_at desc limit 1), false))`;
