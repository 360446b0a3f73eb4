/** The maximum number of reasons of a decision, a field or a rule. */
export const maxReasons = 50
/** The maximum number of characters in the text of a reason. */
export const maxReasonText = 2000
