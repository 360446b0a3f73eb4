import type { MailSubject } from '../subjects.ts'
import { accountDocuments } from './account-documents.ts'
import { operationDocuments } from './operation-documents.ts'
import { orderDocuments } from './order-documents.ts'
import { productDocuments } from './product-documents.ts'
import type { DocumentOf } from './reader.ts'

/** Makes the mails of all subjects. */
export const documents: { [S in MailSubject]: DocumentOf<S> } = {
  ...accountDocuments,
  ...orderDocuments,
  ...productDocuments,
  ...operationDocuments
}
