import { Route, Switch } from 'wouter'
import { NotFound } from '../../../ui/not-found.tsx'
import { VendorJobListPage } from './vendor-job-list-page.tsx'
import { VendorJobPage } from './vendor-job-page.tsx'

/** The imports of all vendors, for the operator to read. */
export default function OperatorImportsScreen() {
  return (
    <Switch>
      <Route path="/imports" component={VendorJobListPage} />
      <Route path="/imports/:id">{({ id }) => <VendorJobPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/imports" />
      </Route>
    </Switch>
  )
}
