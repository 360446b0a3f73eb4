import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { VendorListPage } from './list/vendor-list-page.tsx'
import { NewVendorPage } from './new/new-vendor-page.tsx'
import { VendorPage } from './vendor/vendor-page.tsx'

/** The vendors of the marketplace, for the operator: their list, a new one, and one with all that belongs to it. */
export default function VendorsScreen() {
  return (
    <Switch>
      <Route path="/vendors" component={VendorListPage} />
      <Route path="/vendors/new" component={NewVendorPage} />
      <Route path="/vendors/:id/:tab?">{({ id, tab }) => <VendorPage key={id} id={id} tab={tab} />}</Route>
      <Route>
        <NotFound home="/vendors" />
      </Route>
    </Switch>
  )
}
