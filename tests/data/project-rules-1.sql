-- A project file made under revision 1 of the rules, as the program of that time wrote it. Never changed: later programs must read it.
PRAGMA journal_mode = WAL;
PRAGMA application_id = 1095782479;
PRAGMA user_version = 3;
BEGIN;
CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;
CREATE TABLE journal(n INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, undoes INTEGER REFERENCES journal(n), entry TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE pool(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE nodes(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE node_state(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE quota(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL, parent TEXT GENERATED ALWAYS AS (json_extract(body, '$.parent')) STORED REFERENCES quota(key) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE workspace(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE user(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE temporary(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE timetable(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE restore_point(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE workload(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL, quota TEXT GENERATED ALWAYS AS (json_extract(body, '$.quota')) STORED REFERENCES quota(key) DEFERRABLE INITIALLY DEFERRED, workspace TEXT GENERATED ALWAYS AS (json_extract(body, '$.workspace')) STORED REFERENCES workspace(key) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE run(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL, workload TEXT GENERATED ALWAYS AS (key) STORED REFERENCES workload(key) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE eviction(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE ended(key TEXT PRIMARY KEY NOT NULL, place INTEGER NOT NULL, changed INTEGER NOT NULL REFERENCES journal(n), body TEXT NOT NULL);
CREATE TABLE lease(id INTEGER PRIMARY KEY CHECK(id = 1), machine TEXT NOT NULL, boot TEXT NOT NULL, pid INTEGER NOT NULL, started INTEGER NOT NULL, heartbeat INTEGER NOT NULL, who TEXT NOT NULL);
CREATE TABLE history_series (
  id      INTEGER PRIMARY KEY,
  kind    INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  measure INTEGER NOT NULL,
  UNIQUE (kind, name, measure)
) STRICT;
CREATE TABLE history_block (
  level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 2),
  start  INTEGER NOT NULL,
  series INTEGER NOT NULL REFERENCES history_series(id),
  part   INTEGER NOT NULL,
  data   BLOB    NOT NULL,
  PRIMARY KEY (level, start, series, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_open (
  level  INTEGER NOT NULL CHECK (level BETWEEN 0 AND 2),
  start  INTEGER NOT NULL,
  series INTEGER NOT NULL REFERENCES history_series(id),
  data   BLOB    NOT NULL,
  PRIMARY KEY (level, start, series)
) STRICT, WITHOUT ROWID;
CREATE TABLE history_tail (
  id    INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL,
  heard INTEGER,
  data  BLOB    NOT NULL
) STRICT;
CREATE TABLE history_state (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  hour     INTEGER,
  stage    INTEGER NOT NULL,
  cursor   INTEGER NOT NULL,
  kept0    INTEGER NOT NULL,
  kept1    INTEGER NOT NULL,
  kept2    INTEGER NOT NULL,
  standing BLOB    NOT NULL
) STRICT;
INSERT INTO meta(key,value) VALUES('readable-from',3);
INSERT INTO meta(key,value) VALUES('state-sums','3 15844381309707903733 1749642772842902011 0 6403295261767429888 0 2658932557603078603 0 0 0 570286752565650060 11437827912213491779 9390253471551729145 0 11350832539253535392');
INSERT INTO journal(n,at,who,action,subject,undoes,entry,hash) VALUES(1,1795885231950,'root','init','',NULL,'{"args":null,"at":"2026-11-28T17:00:31.950Z","do":"init","facts":[{"after":{"apportion":1},"before":null,"key":"pool","kind":"pool","place":0},{"after":{"gpu":4,"name":"n-1"},"before":null,"key":"n-1","kind":"nodes","place":0},{"after":{"gpu":4,"name":"n-2"},"before":null,"key":"n-2","kind":"nodes","place":1},{"after":{"guaranteed":{"gpu":8},"name":"root"},"before":null,"key":"root","kind":"quota","place":0},{"after":{"guaranteed":{"gpu":4},"name":"a","parent":"root"},"before":null,"key":"a","kind":"quota","place":1},{"after":{"guaranteed":{"gpu":4},"name":"b","parent":"root"},"before":null,"key":"b","kind":"quota","place":2},{"after":{"grants":[{"role":"administrator"}],"name":"root"},"before":null,"key":"root","kind":"user","place":0},{"after":{"gpu":2,"name":"long-1","quota":"a","submit":0},"before":null,"key":"long-1","kind":"workload","place":0},{"after":{"counted":1795885231950,"devices":[[0,1]],"firstStart":1795525231950,"placements":[{"gpu":200,"node":"n-1"}],"start":1795525231950,"state":"running","submitted":1795525231950},"before":null,"key":"long-1","kind":"run","place":0},{"after":{"gpu":2,"name":"long-2","quota":"a","submit":0},"before":null,"key":"long-2","kind":"workload","place":1},{"after":{"counted":1795885231950,"devices":[[0,1]],"firstStart":1795525231950,"placements":[{"gpu":200,"node":"n-2"}],"start":1795525231950,"state":"running","submitted":1795525231950},"before":null,"key":"long-2","kind":"run","place":1}],"n":1,"subject":"","undoes":null,"who":"root","why":""}','fe29c132a585adf8fe5f6167069f3870df803bba2ba3c52baa6da28b67cd5afd');
INSERT INTO journal(n,at,who,action,subject,undoes,entry,hash) VALUES(2,1795885237110,'root','submit','short',NULL,'{"args":{"duration":["600"],"gpu":["4"],"name":["short"],"quota":["b"]},"at":"2026-11-28T17:00:37.110Z","do":"submit","facts":[{"after":{"duration":600,"gpu":4,"name":"short","quota":"b","submit":0,"user":"root"},"before":null,"key":"short","kind":"workload","place":2},{"after":{"state":"pending","submitted":1795885237110,"waitingSince":1795885237110},"before":null,"key":"short","kind":"run","place":2}],"n":2,"subject":"short","undoes":null,"who":"root","why":""}','6d9a93b3ef4b335661921ee88fc7c12984b02582f86c89c0d0dcd86f67ffab67');
INSERT INTO journal(n,at,who,action,subject,undoes,entry,hash) VALUES(3,1795885237110,'engine','instant','1 moved (long-1), 1 started (short)',NULL,'{"args":{"holder":["root"]},"at":"2026-11-28T17:00:37.110Z","do":"instant","facts":[{"after":{"at":1795885237110,"gpu":200,"lost":72001032000,"preemptor":"short","proven":true,"quota":"b","rule":"consolidation","victim":"long-1","why":{"arguments":[{"kind":"text","name":"victim","value":"long-1"},{"kind":"text","name":"taker","value":"short"},{"kind":"text","name":"quota","value":"b"},{"kind":"gpu","name":"gpu","value":200}],"code":"evicted-consolidation"}},"before":null,"key":"3-1","kind":"eviction","place":1},{"after":{"counted":1795885237110,"devices":[[2,3]],"firstStart":1795525231950,"lost":72001032000,"placements":[{"gpu":200,"node":"n-2"}],"start":1795885237110,"state":"running","submitted":1795525231950,"used":1032000},"before":{"counted":1795885231950,"devices":[[0,1]],"firstStart":1795525231950,"placements":[{"gpu":200,"node":"n-1"}],"start":1795525231950,"state":"running","submitted":1795525231950},"key":"long-1","kind":"run","place":0},{"after":{"counted":1795885237110,"devices":[[0,1,2,3]],"firstStart":1795885237110,"placements":[{"gpu":400,"node":"n-1"}],"start":1795885237110,"state":"running","submitted":1795885237110},"before":{"state":"pending","submitted":1795885237110,"waitingSince":1795885237110},"key":"short","kind":"run","place":2}],"n":3,"subject":"1 moved (long-1), 1 started (short)","undoes":null,"who":"engine","why":""}','5b3d0c6b550544108d59e6c44b11a61945e690cd3064c99b0291c9ad66683234');
INSERT INTO pool(key,place,changed,body) VALUES('pool',0,1,'{"apportion":1}');
INSERT INTO nodes(key,place,changed,body) VALUES('n-1',0,1,'{"gpu":4,"name":"n-1"}');
INSERT INTO nodes(key,place,changed,body) VALUES('n-2',1,1,'{"gpu":4,"name":"n-2"}');
INSERT INTO quota(key,place,changed,body) VALUES('root',0,1,'{"guaranteed":{"gpu":8},"name":"root"}');
INSERT INTO quota(key,place,changed,body) VALUES('a',1,1,'{"guaranteed":{"gpu":4},"name":"a","parent":"root"}');
INSERT INTO quota(key,place,changed,body) VALUES('b',2,1,'{"guaranteed":{"gpu":4},"name":"b","parent":"root"}');
INSERT INTO user(key,place,changed,body) VALUES('root',0,1,'{"grants":[{"role":"administrator"}],"name":"root"}');
INSERT INTO workload(key,place,changed,body) VALUES('long-1',0,1,'{"gpu":2,"name":"long-1","quota":"a","submit":0}');
INSERT INTO workload(key,place,changed,body) VALUES('long-2',1,1,'{"gpu":2,"name":"long-2","quota":"a","submit":0}');
INSERT INTO workload(key,place,changed,body) VALUES('short',2,2,'{"duration":600,"gpu":4,"name":"short","quota":"b","submit":0,"user":"root"}');
INSERT INTO run(key,place,changed,body) VALUES('long-1',0,3,'{"counted":1795885237110,"devices":[[2,3]],"firstStart":1795525231950,"lost":72001032000,"placements":[{"gpu":200,"node":"n-2"}],"start":1795885237110,"state":"running","submitted":1795525231950,"used":1032000}');
INSERT INTO run(key,place,changed,body) VALUES('long-2',1,1,'{"counted":1795885231950,"devices":[[0,1]],"firstStart":1795525231950,"placements":[{"gpu":200,"node":"n-2"}],"start":1795525231950,"state":"running","submitted":1795525231950}');
INSERT INTO run(key,place,changed,body) VALUES('short',2,3,'{"counted":1795885237110,"devices":[[0,1,2,3]],"firstStart":1795885237110,"placements":[{"gpu":400,"node":"n-1"}],"start":1795885237110,"state":"running","submitted":1795885237110}');
INSERT INTO eviction(key,place,changed,body) VALUES('3-1',1,3,'{"at":1795885237110,"gpu":200,"lost":72001032000,"preemptor":"short","proven":true,"quota":"b","rule":"consolidation","victim":"long-1","why":{"arguments":[{"kind":"text","name":"victim","value":"long-1"},{"kind":"text","name":"taker","value":"short"},{"kind":"text","name":"quota","value":"b"},{"kind":"gpu","name":"gpu","value":200}],"code":"evicted-consolidation"}}');
INSERT INTO history_series(id,kind,name,measure) VALUES(1,3,'',7);
INSERT INTO history_series(id,kind,name,measure) VALUES(2,1,'root',1);
INSERT INTO history_series(id,kind,name,measure) VALUES(3,1,'root',2);
INSERT INTO history_series(id,kind,name,measure) VALUES(4,1,'root',3);
INSERT INTO history_series(id,kind,name,measure) VALUES(5,1,'root',4);
INSERT INTO history_series(id,kind,name,measure) VALUES(6,1,'root',5);
INSERT INTO history_series(id,kind,name,measure) VALUES(7,1,'a',1);
INSERT INTO history_series(id,kind,name,measure) VALUES(8,1,'a',2);
INSERT INTO history_series(id,kind,name,measure) VALUES(9,1,'a',3);
INSERT INTO history_series(id,kind,name,measure) VALUES(10,1,'a',4);
INSERT INTO history_series(id,kind,name,measure) VALUES(11,1,'a',5);
INSERT INTO history_series(id,kind,name,measure) VALUES(12,1,'b',1);
INSERT INTO history_series(id,kind,name,measure) VALUES(13,1,'b',2);
INSERT INTO history_series(id,kind,name,measure) VALUES(14,1,'b',3);
INSERT INTO history_series(id,kind,name,measure) VALUES(15,1,'b',4);
INSERT INTO history_series(id,kind,name,measure) VALUES(16,1,'b',5);
INSERT INTO history_series(id,kind,name,measure) VALUES(17,3,'',1);
INSERT INTO history_tail(id,at,heard,data) VALUES(1,1795885232,NULL,X'0100b2d2721101c00c01a00601a00601000100010001a00601a0060100010001000100010001000100010001a006');
INSERT INTO history_tail(id,at,heard,data) VALUES(2,1795885237,NULL,X'01136741330502c00c01c00c09a00601a00604c00c');
INSERT INTO history_tail(id,at,heard,data) VALUES(3,1795885246,NULL,X'01a0132b9100');
INSERT INTO history_state(id,hour,stage,cursor,kept0,kept1,kept2,standing) VALUES(1,1795885200,0,0,0,0,0,X'01a9b87f2b00');
CREATE INDEX quota_parent ON quota(parent);
CREATE INDEX workload_quota ON workload(quota);
CREATE INDEX workload_workspace ON workload(workspace);
CREATE INDEX run_workload ON run(workload);
COMMIT;
