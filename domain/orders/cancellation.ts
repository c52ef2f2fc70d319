// The Consumer Protection Law, 5741-1981; docs/rules/cancellation.md has what is confirmed of it.

/** Days in which a distance deal can be cancelled, from receiving the goods or the disclosure document, whichever is later (§14C). */
export const CANCELLATION_DAYS = 14;

/** Days in which the money goes back, from the notice of cancellation: by law for a defect (§14E), by the stores' promise always. */
export const REFUND_DAYS = 14;

/** The highest fee for a cancellation without a defect, in agorot (§14E). */
export const cancellationFee = (agorot: number): number => Math.min(Math.floor(agorot / 20), 100_00);
