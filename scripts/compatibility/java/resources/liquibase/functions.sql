--liquibase formatted sql

--changeset cleo:function splitStatements:false
CREATE FUNCTION check_plain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.done := true;
    RETURN NEW;
END;
$$;

--changeset cleo:trigger
CREATE TRIGGER plain_checked BEFORE INSERT ON plain FOR EACH ROW EXECUTE FUNCTION check_plain();
