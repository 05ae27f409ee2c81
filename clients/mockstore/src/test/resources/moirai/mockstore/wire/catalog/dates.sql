create table d (v date, w timestamp, x timestamptz);
insert into d values ('2024-02-29 +00', '2024-02-29 +05', '2024-02-29 +05');
insert into d values ('2024-02-29 ', '2024-02-29 ', ' 2024-02-28 Z');
insert into d values ('2024-02-29 -03:30', '2024-02-29', '2024-02-28T11:12Z');
insert into d values ('2024-02-29+01', '2024-02-29', '2024-02-28T11:12Z');
select * from d order by x, v;
select count(*) from d where v = '2024-02-29 +07';
