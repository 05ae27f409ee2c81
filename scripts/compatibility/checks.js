// Runs the checks of a client one by one and prints a line for each: client, check, ok or the error.
'use strict';

const assert = require('node:assert/strict');
const SECONDS_MAX = 60;

const place = {
  host: process.env.HOST,
  port: Number(process.env.PORT),
  user: process.env.LOGIN,
  password: process.env.PASSWORD || undefined,
  database: process.env.DATABASE,
};

// Returns the name, the code and the text of an error on one line. The cause, if there is one, says more.
function describe(failure) {
  const said = failure && failure.cause && failure.cause.message ? failure.cause : failure;
  const name = (said && said.name) || 'Error';
  const code = said && said.code && said.code !== 'ERR_ASSERTION' ? ' ' + said.code : '';
  return `${name}${code}: ${String((said && said.message) || said)
    .split(/\s+/)
    .join(' ')}`;
}

function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${SECONDS_MAX} s`)), SECONDS_MAX * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// Runs the checks, an object of functions by name, in order. The first function prepares them: if it fails, every check
// fails with its error.
async function run(prepare, checks) {
  let prepared;
  // An error that a library raises outside of a check must not end the others.
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  try {
    await within(prepare());
  } catch (failure) {
    prepared = failure;
  }
  for (const [name, check] of Object.entries(checks)) {
    let outcome = 'ok';
    try {
      if (prepared) throw prepared;
      await within(check());
    } catch (failure) {
      if (process.env.TRACE === name) console.error(failure);
      outcome = describe(failure);
    }
    process.stdout.write(`${process.env.CLIENT}\t${name}\t${outcome}\n`);
  }
  process.exit(0);
}

// Asserts that the promise of an action fails with an error that has this code of PostgreSQL somewhere inside.
async function refused(code, action) {
  try {
    await action();
  } catch (failure) {
    for (let e = failure; e; e = e.cause || e.original || e.driverError || e.parent) {
      if (e.code === code) return e;
    }
    throw failure;
  }
  throw new assert.AssertionError({ message: `accepted, and not refused with ${code}` });
}

module.exports = { assert, place, url: process.env.URL, refused, run };
