"""Prints the results of a comparison as a table, and each check that fails on the store. Argument: their folder."""
import os, re, sys

WIDTH = 80
folder = sys.argv[1]


def lines(name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return []
    with open(path, errors='replace') as file:
        return [line.rstrip('\n').split('\t') for line in file if '\t' in line]


def cut(text):
    return text if len(text) <= WIDTH else text[:WIDTH - 1] + '…'


def message(client, outcome):
    """Returns what the server has said, without what the library has put around it."""
    told = re.search(r"'M': (['\"])(.*?)\1", outcome)
    if told:
        return told.group(2)
    if client == 'knex':
        outcome = outcome.rpartition(' - ')[2]
    outcome = re.sub(r'^.*?(ERROR|FATAL): +|^\w+( [0-9A-Z]{5})?: ', '', outcome, count=1)
    return re.sub(r'^\([\w.]+\) ', '', outcome)


def outcomes(client, server):
    return {line[1]: line[2] for line in lines(client + '.' + server) if len(line) >= 3}


def passed(found, checks):
    return sum(found.get(check) == 'ok' for check in checks)


def is_refused(outcome):
    """Decides whether the store names what it does not support, instead of answering differently."""
    return 'not supported' in outcome or '0A000' in outcome


refused, different, unfit, rows = [], [], [], []
for client, version in lines('clients'):
    real, store = outcomes(client, 'postgres'), outcomes(client, 'store')
    checks = list(dict.fromkeys([*real, *store]))
    before = len(refused)
    for check in checks:
        outcome = store.get(check, 'not reached')
        if real.get(check) != 'ok':
            unfit.append((client, check, real.get(check, 'not reached')))
        elif outcome != 'ok':
            (refused if is_refused(outcome) else different).append((client, check, outcome))
    if not checks:
        unfit.append((client, '(none)', 'no check was run: see %s.postgres.err' % client))
    rows.append((client, version, passed(real, checks), passed(store, checks), len(refused) - before, len(checks)))

print('%-22s %-10s %13s %13s %10s' % ('client', 'version', 'PostgreSQL', 'mock store', 'refused'))
if len(rows) > 1:
    rows.append(('all', '', *(sum(row[column] for row in rows) for column in range(2, 6))))
for client, version, real, store, named, tried in rows:
    print('%-22s %-10s %13s %13s %10s' % (client, version, '%d of %d' % (real, tried), '%d of %d' % (store, tried),
                                          named or ''))
for title, found in ('The mock store refuses by name:', refused), \
        ('These pass on PostgreSQL and fail on the mock store:', different), \
        ('These fail on PostgreSQL, so they compare nothing:', unfit):
    if found:
        print('\n' + title)
        for client, check, outcome in found:
            print(cut('%s %s: %s' % (client, check, message(client, outcome))))
broken = [(client, code) for client, code in lines('histories') if code != '0']
if broken:
    print("\nThe store's check of its own history failed after these clients:")
    for client, code in broken:
        print(cut('%s: code %s, see %s.log' % (client, code, client)))
print('\nAll of it is in ' + folder)
sys.exit(1 if refused or different or broken or unfit else 0)
