# One image for every process of the site: servers, workers, clock, migrations.
FROM python:3.13.0-slim-bookworm AS build
COPY requirements/run.txt /tmp/run.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --quiet --no-cache-dir --disable-pip-version-check \
       --requirement /tmp/run.txt

FROM python:3.13.0-slim-bookworm
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.prod
RUN useradd --system --uid 1000 --create-home spadework
WORKDIR /app
COPY --from=build /venv /venv
COPY . .
# what is collected depends on no setting; the key is used for nothing and kept nowhere
RUN export SECRET_KEY=only-for-this-step && python manage.py messages --compile \
    && python manage.py collectstatic --no-input --verbosity 0 && mkdir -p var && chown spadework var
USER spadework
EXPOSE 8000
CMD ["python", "manage.py", "platform", "--host", "0.0.0.0", "--asgi", "2", "--workers", "0", \
     "--no-clock", "--no-migrate", "--no-seed"]
