/* LMDB: two threads change one value, each in a transaction of its own. Its data file is mapped and written by calls, its
   lock file holds mutexes that processes share. All of it is the schedule's own.
   RUN: rm -rf %t.dir && mkdir %t.dir && %omc-cc -g -O1 -pthread %s -o %t -llmdb
   RUN: %omc check -o - %t %t.dir/data > %t.out; FileCheck %s < %t.out
   CHECK: {{^}}2{{$}}
   CHECK: omc: 1 distinct outcome
   CHECK: omc: no bugs
   RUN: test -z "$(ls %t.dir)"
   COVERS: kernel/file_mappings kernel/file_content kernel/file_locks */
#include <lmdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MDB_env* environment;
static MDB_dbi database;

static void require(int error) {
  if (!error) return;
  fprintf(stderr, "%s\n", mdb_strerror(error));
  abort();
}

static int get(MDB_txn* transaction) {
  MDB_val key = {1, "k"}, value;
  int n;
  require(mdb_get(transaction, database, &key, &value));
  memcpy(&n, value.mv_data, sizeof n);
  return n;
}

static void put(MDB_txn* transaction, int n) {
  MDB_val key = {1, "k"}, value = {sizeof n, &n};
  require(mdb_put(transaction, database, &key, &value, 0));
}

static void* raise_value(void* p) {
  MDB_txn* transaction;
  require(mdb_txn_begin(environment, NULL, 0, &transaction));
  put(transaction, get(transaction) + 1);
  require(mdb_txn_commit(transaction));
  return p;
}

int main(int argc, char** argv) {
  MDB_txn* transaction;
  pthread_t threads[2];
  if (argc < 2) return 2;
  require(mdb_env_create(&environment));
  require(mdb_env_set_mapsize(environment, 1 << 20));
  require(mdb_env_open(environment, argv[1], MDB_NOSUBDIR, 0600));
  require(mdb_txn_begin(environment, NULL, 0, &transaction));
  require(mdb_dbi_open(transaction, NULL, 0, &database));
  put(transaction, 0);
  require(mdb_txn_commit(transaction));
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, raise_value, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  require(mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction));
  printf("%d\n", get(transaction));
  mdb_txn_abort(transaction);
  mdb_env_close(environment);
}
