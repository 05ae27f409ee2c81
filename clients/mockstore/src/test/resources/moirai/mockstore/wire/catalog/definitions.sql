create table nn(id int primary key, a varchar(10)); insert into nn values (1,'x');
begin; update nn set a = 'y' where a is null; alter table nn alter column a set not null; commit;
insert into nn values (2, null);
begin; insert into nn values (3,'z'); alter table nn add constraint u unique (a); insert into nn values (4,'z'); rollback; select * from nn;
begin; update nn set a='w'; alter table nn add b int not null default 3; alter table nn add constraint ck check (b > 2); update nn set b = 1; rollback;
begin; create table h (rank int not null, v varchar(50)); insert into h values (1,'0'); alter table h add constraint h_pk primary key (rank); commit; insert into h values (1,'dup'); select * from h;
create table aa (id int primary key); create table bb (x int); insert into aa values (1); insert into bb values (1),(1); select id from aa where id in ((select x from bb)); select id from aa where id in (((1)),2);
