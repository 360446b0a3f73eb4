process.stdout.write('purveyor\n')
