set intervalstyle = iso_8601; create table iv (id int primary key, v interval);
insert into iv values (1,'1 year 2 mons 3 days 04:05:06.5'),(2,'0 s'),(3,'-1 day 2 hours'),(4,'P1Y2M3DT4H5M6.5S'),(5,'PT36H'),(6,'P2W'),(7,'-00:00:00.25'),(8,'1 mon -1 day -04:05:06'),(9,'-14 months'),(10,'PT0S'),(11,'P1D'),(12,'PT-1.5S'),(13,'1 day -00:00:01');
select * from iv order by id; select id, v::text from iv where v = 'P1D' order by id; set intervalstyle=postgres; select * from iv order by id; select interval 'P'; select interval 'P1'; select interval 'PT'; select interval 'P1DT';
